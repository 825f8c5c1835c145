"""Runs a submission as a program, in the jail, where a test starts it with a command.

A command is read as a shell would, as far as courses write such: pipes, and files beside them. All
of `subprocess` starts programs by `Popen`, which is replaced here.
"""

import contextlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self
from unittest import mock

from grader.wire.standins import CannotCross

_ERRORS_TOO = re.compile(r"\s2>&1(?=\s|$)")
_NO_ERRORS = re.compile(r"\s2>\s*/dev/null(?=\s|$)")
_BEYOND = re.compile(r"[$`;&()]|\s\d>")  # what would need a shell
_PYTHON = re.compile(r"python[\d.]*")
_FLAGS = ("-u", "-B", "-I", "-E", "-s", "-P")


class Command(NamedTuple):
    """Programs, each of which reads what the one before it prints."""

    stages: list[list[str]]
    reads: str = ""  # a file, where it is not what the caller gives
    writes: str = ""
    appends: bool = False
    errors: str = ""  # "with" the output, "nowhere", or as the caller has it


def read_command(command: Any) -> Command | None:
    """Take a command apart; None where it would need a shell, or is none."""
    if isinstance(command, str):
        return _read_line(command)
    words = (str, bytes, os.PathLike)
    if isinstance(command, Sequence) and all(isinstance(word, words) for word in command):
        return Command([[os.fsdecode(word) for word in command]])
    return None


def _read_line(line: str) -> Command | None:
    rest, joined = _ERRORS_TOO.subn(" ", line)
    rest, dropped = _NO_ERRORS.subn(" ", rest)
    if _BEYOND.search(rest):
        return None
    errors = "with" if joined else "nowhere" if dropped else ""
    try:
        words = shlex.shlex(rest, posix=True, punctuation_chars="<>|")
        words.whitespace_split = True
        return _parse(list(words), errors)
    except (ValueError, IndexError):  # a quotation that does not end, a sign without a file
        return None


def _parse(words: list[str], errors: str) -> Command | None:
    stages: list[list[str]] = [[]]
    files = {"<": "", ">": "", ">>": ""}
    while words:
        word = words.pop(0)
        if word == "|":
            stages.append([])
        elif word in files:
            files[word] = words.pop(0)
        elif set(word) <= set("<>|"):
            return None
        else:
            stages[-1].append(word)
    if not all(stages):
        return None
    return Command(stages, files["<"], files[">"] or files[">>"], bool(files[">>"]), errors)


def script_in(words: Sequence[str], sources: dict[str, bytes]) -> tuple[str, list[str]] | None:
    """Find the submission's file in the words of a program, and the arguments from it on."""
    if words and not _PYTHON.fullmatch(words[0].rpartition("/")[2]):
        return _found(words, sources) if "/" in words[0] else None
    rest = list(words[1:])
    while rest and rest[0] in _FLAGS:
        rest.pop(0)
    if rest[:1] == ["-m"] and len(rest) > 1:
        file = rest[1].replace(".", "/") + ".py"
        return (file, rest[1:]) if file in sources else None
    return _found(rest, sources)


def file_of(path: str, sources: dict[str, bytes]) -> str:
    """Name the submission's file that a path means; empty for any other."""
    return next((file for file in sources if path == file or path.endswith("/" + file)), "")


def _found(words: Sequence[str], sources: dict[str, bytes]) -> tuple[str, list[str]] | None:
    file = file_of(words[0], sources) if words else ""
    return (file, list(words)) if file else None


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

    def run(self, command: Command, given: bytes) -> tuple[bytes, bytes, int]:
        """Run a command to its end; gives what it printed and its exit status."""
        given = Path(command.reads).read_bytes() if command.reads else given
        errors, code = b"", 0
        for words in command.stages:
            found = script_in(words, self._sources)
            if found is None:
                given = _first(words)
                continue
            given, err, code = self._script(*found, given)
            errors += err
        if command.errors:
            given, errors = given + errors if command.errors == "with" else given, b""
        if command.writes:
            with open(command.writes, "ab" if command.appends else "wb") as file:
                file.write(given)
            given = b""
        return given, errors, code

    def _script(self, file: str, argv: list[str], given: bytes) -> tuple[bytes, bytes, int]:
        out, err, code = self._link.ask("script", (file, argv, given))
        if type(out) is not bytes or type(err) is not bytes or type(code) is not int:
            raise self._link.breach("a program that gave something else than a program gives")
        return out, err, code

    def run_path(
        self, path_name: Any, init_globals: Any = None, run_name: str | None = None
    ) -> dict[str, Any] | None:
        """Run a file of the submission as `runpy` does; None for any other file."""
        file, path = file_of(str(path_name), self._sources), str(path_name)
        if not file:
            return None
        return dict(self._link.ask("run", (file, run_name or "<run_path>", [path, *sys.argv[1:]])))

    def run_module(
        self, mod_name: str, init_globals: Any = None, run_name: Any = None, alter_sys: bool = False
    ) -> dict[str, Any] | None:
        """Run a module of the submission as `runpy` does; None for any other module."""
        return self.run_path(mod_name.replace(".", "/") + ".py", run_name=run_name or mod_name)


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
        self._shown: tuple[Any, Any] | None = None
        self.args = [word for stage in command.stages for word in stage]
        self.returncode: int | None = None

    def communicate(
        self,
        input: Any = None,  # noqa: A002 - as the original has it
        timeout: float | None = None,
    ) -> tuple[Any, Any]:
        """Hand the program what it reads, and give what it printed."""
        if self._shown is None:
            self._shown = None, None  # whatever ends it: it is not run again
            named = self._named
            folder, environ = named.get("cwd"), named.get("env")
            with contextlib.ExitStack() as stack:  # what the jail is told of
                if environ is not None:
                    stack.enter_context(mock.patch.dict(os.environ, environ, clear=True))
                if folder is not None:
                    stack.enter_context(contextlib.chdir(folder))
                given = _read(named.get("stdin")) if input is None else input
                given = given.encode() if isinstance(given, str) else bytes(given)
                out, err, self.returncode = self._programs.run(self._command, given)
            if named.get("stderr") == subprocess.STDOUT:
                out, err = out + err, b""
            shown = (out, named.get("stdout"), sys.stdout), (err, named.get("stderr"), sys.stderr)
            self._shown = self._asked(*shown[0]), self._asked(*shown[1])
        return self._shown

    def _asked(self, data: bytes, where: Any, stream: Any) -> Any:
        """Put output where the caller wants it; gives what the caller captures."""
        if where != subprocess.PIPE:
            _write(data, where, stream)
            return None
        named = self._named
        if not any(map(named.get, ("text", "universal_newlines", "encoding", "errors"))):
            return data
        text = data.decode(named.get("encoding") or "utf-8", named.get("errors") or "strict")
        return text.replace("\r\n", "\n")

    def wait(self, timeout: float | None = None) -> int | None:
        """Run the program to its end; gives its exit status."""
        self.communicate()
        return self.returncode

    poll = wait

    def kill(self) -> None:
        """Do nothing: a program that has begun has come to its end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.wait()

    def __getattr__(self, name: str) -> Any:
        raise CannotCross(
            f"A hidden case uses {name} of a started submission: only communicate, wait, poll, "
            "returncode and args are offered."
        )


def _read(source: Any) -> Any:
    """Read what a file, or a descriptor, gives a program to read."""
    if hasattr(source, "read"):
        return source.read()
    if type(source) is not int or source < 0:
        return b""
    with os.fdopen(os.dup(source), "rb") as file:
        return file.read()


def _first(words: list[str]) -> bytes:
    """Print what `echo` or `cat` would."""
    if words[0] == "cat":
        return b"".join(Path(path).read_bytes() for path in words[1:])
    is_bare = words[1:2] == ["-n"]
    return " ".join(words[2:] if is_bare else words[1:]).encode() + (b"" if is_bare else b"\n")


def _write(data: bytes, where: Any, stream: Any) -> None:
    if where is None:
        stream.write(data.decode("utf-8", "replace"))
    elif hasattr(where, "fileno"):
        where.flush()
        os.write(where.fileno(), data)
    elif type(where) is int and where >= 0:
        os.write(where, data)


def install(running: Callable[[], Programs | None]) -> None:
    """Take the place of what starts programs, once for each process and its forks."""

    class Popen(subprocess.Popen):  # type: ignore[type-arg] # of text and of bytes
        def __new__(cls, args: Any, *more: Any, **named: Any) -> Any:
            programs = running()
            plan = programs.planned(args) if programs else None
            if programs is None or plan is None:
                return super().__new__(cls)
            return Started(programs, plan, named)

    subprocess.Popen = Popen  # type: ignore[misc] # a subclass, for isinstance
    # it gives what `wait` gives, where an exit status is the second byte
    os.system = lambda command: subprocess.call(command, shell=True) << 8  # noqa: S602 - as it does
