"""Runs a submission as a program, in the jail, where a test starts it with a command."""

import contextlib
import os
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self
from unittest import mock

from grader.wire.standins import CannotCross

from .commands import Command, file_of, read_command, script_in

_Ran = tuple[bytes, bytes, int]


class Programs:
    """The submission's files as programs; what else a command would start is not offered."""

    def __init__(self, link: Any, sources: dict[str, bytes]) -> None:
        self._link = link
        self._sources = sources

    def planned(self, command: Any) -> Command | None:
        """Take a command apart that starts the submission; None for all others.

        Raises CannotCross where it starts other programs beside it.
        """
        heard = self._link.heard
        if isinstance(command, str) and heard is not None and heard.are_signs_in(command):
            raise CannotCross("A hidden case puts a text of the submission's into a command line.")
        found = read_command(command)
        stages = found.stages if found is not None else []
        if not any(script_in(words, self._sources) for words in stages):
            return None
        for number, words in enumerate(stages):
            is_first = number == 0 and words[0] in ("echo", "cat")
            if not is_first and script_in(words, self._sources) is None:
                raise not_offered(words[0])
        return found

    def run(self, command: Command, named: dict[str, Any]) -> subprocess.CompletedProcess[Any]:
        """Run a command to its end, as `subprocess.run` does with these arguments."""
        with _beside(named.get("cwd"), named.get("env")):
            given = _read_all(command.reads) if command.reads else _given(named)
            out, err, code = self._piped(command.stages, given)
            is_joined = command.errors == "with" or named.get("stderr") is subprocess.STDOUT
            if is_joined:
                out, err = out + err, b""
            if command.errors == "nowhere":
                err = b""
            if command.writes:
                with open(command.writes, "ab" if command.appends else "wb") as file:
                    file.write(out)
                out = b""
        captured = subprocess.PIPE if named.get("capture_output") else None
        wants = (named.get("stdout") or captured, named.get("stderr") or captured)
        shown = _handed(out, wants[0], sys.stdout), _handed(err, wants[1], sys.stderr)
        words = [word for stage in command.stages for word in stage]
        done = subprocess.CompletedProcess(words, code, *_as_asked(shown, named))
        if named.get("check"):
            done.check_returncode()
        return done

    def _piped(self, stages: list[list[str]], given: bytes) -> _Ran:
        errors, code = b"", 0
        for words in stages:
            found = script_in(words, self._sources)
            if found is None:
                given = _first(words)
                continue
            given, err, code = self._script(*found, given)
            errors += err
        return given, errors, code

    def _script(self, file: str, argv: list[str], given: bytes) -> _Ran:
        out, err, code = self._link.ask("script", (file, argv, given))
        if type(out) is not bytes or type(err) is not bytes or type(code) is not int:
            raise self._link.breach("a program that gave something else than a program gives")
        return out, err, code

    def run_path(self, path: Any, run_name: str | None) -> dict[str, Any] | None:
        """Run a file of the submission as `runpy` does; None for any other file."""
        file = file_of(str(path), self._sources)
        if not file:
            return None
        found = self._link.ask("run", (file, run_name or "<run_path>", [str(path), *sys.argv[1:]]))
        return dict(found)


def not_offered(name: str) -> CannotCross:
    """Say that a program cannot be started."""
    return CannotCross(
        f"A hidden case starts a program ({name[:60]}): only the submission's own files can be "
        "started, with Python or by their path; < and > with a file, |, echo and cat are "
        "understood, and other programs are not offered."
    )


class Started:
    """What `subprocess.Popen` gives for the submission: it runs once it is waited for."""

    def __init__(self, programs: Programs, command: Command, named: dict[str, Any]) -> None:
        self._programs, self._command, self._named = programs, command, named
        self.args = command.stages
        self.returncode: int | None = None
        self._done: Any = None

    def communicate(
        self,
        input: Any = None,  # noqa: A002 - as the original has it
        timeout: float | None = None,
    ) -> tuple[Any, Any]:
        """Hand the program what it reads, and give what it printed."""
        if self._done is None:
            given = {} if input is None else {"stdin": None, "input": input}
            self._done = self._programs.run(self._command, {**self._named, **given})
            self.returncode = self._done.returncode
        return self._done.stdout, self._done.stderr

    def wait(self, timeout: float | None = None) -> int | None:
        """Run the program to its end; gives its exit status."""
        self.communicate()
        return self.returncode

    poll = wait

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.wait()

    def __getattr__(self, name: str) -> Any:
        raise CannotCross(
            f"A hidden case uses {name} of a started submission: only communicate, wait, poll, "
            "returncode and args are offered."
        )


@contextlib.contextmanager
def _beside(folder: Any, environ: Any) -> Iterator[None]:
    """Stand in a folder and an environment for a while; the jail follows."""
    with contextlib.ExitStack() as stack:
        if environ is not None:
            stack.enter_context(mock.patch.dict(os.environ, environ, clear=True))
        if folder is not None:
            stack.enter_context(contextlib.chdir(folder))
        yield


def _given(named: dict[str, Any]) -> bytes:
    """Read what the caller gives the program to read."""
    given, source = named.get("input"), named.get("stdin")
    if given is None and source is not None and hasattr(source, "read"):
        given = source.read()
    elif given is None and type(source) is int and source >= 0:
        with os.fdopen(os.dup(source), "rb") as file:
            given = file.read()
    return given.encode() if isinstance(given, str) else bytes(given or b"")


def _first(words: list[str]) -> bytes:
    """Print what `echo` or `cat` would."""
    if words[0] == "cat":
        return b"".join(map(_read_all, words[1:]))
    is_bare = words[1:2] == ["-n"]
    return " ".join(words[2:] if is_bare else words[1:]).encode() + (b"" if is_bare else b"\n")


def _read_all(path: str) -> bytes:
    return Path(path).read_bytes()


def _handed(data: bytes, where: Any, stream: Any) -> bytes | None:
    """Put output where the caller wants it; gives what the caller captures."""
    if where == subprocess.PIPE:
        return data
    if where is None:
        stream.write(data.decode("utf-8", "replace"))
    elif hasattr(where, "fileno"):
        where.flush()
        os.write(where.fileno(), data)
    elif type(where) is int and where >= 0:
        os.write(where, data)
    return None


def _is_text(named: dict[str, Any]) -> bool:
    names = ("text", "universal_newlines", "encoding", "errors")
    return any(named.get(name) for name in names)


def _as_asked(shown: tuple[bytes | None, ...], named: dict[str, Any]) -> list[Any]:
    if not _is_text(named):
        return list(shown)
    kind = named.get("encoding") or "utf-8", named.get("errors") or "strict"
    texts = (None if data is None else data.decode(*kind) for data in shown)
    return [None if text is None else text.replace("\r\n", "\n") for text in texts]


def install(programs: Callable[[], Programs | None]) -> None:
    """Take the place of what starts programs, once for each process and its forks."""
    runners = _Runners(programs)
    runpy.run_path, runpy.run_module = runners.of_path(), runners.of_module()
    subprocess.Popen = runners.of_started()  # type: ignore[misc] # a subclass, for isinstance
    subprocess.run = runners.of_run()
    subprocess.call, subprocess.check_call = runners.of_call(False), runners.of_call(True)
    # it gives what `wait` gives, where an exit status is the second byte
    os.system = lambda command: subprocess.call(command, shell=True) << 8  # noqa: S602 - as it does


class _Runners:
    """Each of them asks the submission's programs first, and what it replaces after that."""

    def __init__(self, programs: Callable[[], Programs | None]) -> None:
        self._programs = programs

    def _ran(self, command: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Run the submission; None where a command starts another program."""
        programs = self._programs()
        plan = programs.planned(command[0]) if programs and command else None
        return None if programs is None or plan is None else programs.run(plan, named)

    def of_run(self) -> Any:
        run = subprocess.run

        def runner(*command: Any, **named: Any) -> Any:
            done = self._ran(command, named)
            return run(*command, **named) if done is None else done

        return runner

    def of_call(self, is_checked: bool) -> Any:
        call = subprocess.check_call if is_checked else subprocess.call

        def caller(*command: Any, **named: Any) -> Any:
            done = self._ran(command, {**named, "check": is_checked})
            return call(*command, **named) if done is None else done.returncode

        return caller

    def of_started(self) -> Any:
        programs = self._programs

        class Popen(subprocess.Popen):  # type: ignore[type-arg] # of text and of bytes
            def __new__(cls, *command: Any, **named: Any) -> Any:
                running = programs()
                plan = running.planned(command[0]) if running and command else None
                if running is None or plan is None:
                    return super().__new__(cls)
                return Started(running, plan, named)

            def __init__(self, *command: Any, **named: Any) -> None:
                try:
                    super().__init__(*command, **named)
                except PermissionError as error:
                    raise not_offered(str(command[0] if command else "")) from error

        return Popen

    def of_path(self) -> Any:
        run_path = runpy.run_path

        def runner(path_name: Any, init_globals: Any = None, run_name: Any = None) -> Any:
            programs = self._programs()
            found = programs.run_path(path_name, run_name) if programs else None
            return run_path(path_name, init_globals, run_name) if found is None else found

        return runner

    def of_module(self) -> Any:
        run_module = runpy.run_module

        def runner(
            mod_name: str, init_globals: Any = None, run_name: Any = None, alter_sys: bool = False
        ) -> Any:
            file, programs = mod_name.replace(".", "/") + ".py", self._programs()
            found = programs.run_path(file, run_name or mod_name) if programs else None
            if found is None:
                return run_module(mod_name, init_globals, run_name, alter_sys)
            return found

        return runner
