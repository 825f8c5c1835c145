"""Runs a submission as a program, in the jail, where a test starts it with a command."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, Self

from .client import Client

_PYTHON = re.compile(r"python[\d.]*")
_FLAGS = ("-u", "-B", "-I", "-E", "-s", "-P")


class Programs:
    """The submission's files as programs; what else a command would start is not offered."""

    def __init__(self, client: Client, sources: dict[str, bytes]) -> None:
        self._client = client
        self._sources = sources

    def install(self) -> None:
        """Put a Popen in place that starts the submission's files in the jail."""
        programs = self

        class Popen(_Popen):
            def __init__(self, args: Any, *more: Any, **named: Any) -> None:
                super().__init__(programs, args, named)

        # all of subprocess starts programs by it
        subprocess.Popen = Popen  # type: ignore[assignment, misc]

    def script_in(self, words: Sequence[str]) -> tuple[str, list[str]] | None:
        """Find the submission's file in the words of a command, and the arguments from it on."""
        rest = list(words)
        if rest and _PYTHON.fullmatch(rest[0].rpartition("/")[2]):
            rest.pop(0)
            while rest and rest[0] in _FLAGS:
                rest.pop(0)
            if rest[:1] == ["-m"] and len(rest) > 1:
                file = rest[1].replace(".", "/") + ".py"
                return (file, rest[1:]) if file in self._sources else None
        if not rest:
            return None
        path = rest[0]
        for file in self._sources:
            if path == file or path.endswith("/" + file):
                return file, rest
        return None

    def run(self, file: str, argv: list[str], given: bytes) -> tuple[bytes, bytes, int]:
        """Run a file to its end; gives what it printed and its exit status."""
        found = self._client.ask(f"{file} run", "script", file, argv, given)
        match found:
            case (bytes() as out, bytes() as errors, int() as code):
                return out, errors, code
        raise self._client.breach("a program that gave something else")


class _Popen:
    """A program of the submission's, which has ended once its input is known."""

    def __init__(self, programs: Programs, args: Any, named: dict[str, Any]) -> None:
        is_list = isinstance(args, Sequence) and not isinstance(args, str | bytes)
        words = [os.fsdecode(word) for word in args] if is_list else os.fsdecode(args).split()
        found = programs.script_in(words)
        if found is None or (not is_list and re.search(r"[$`;&()<>|\"']", os.fsdecode(args))):
            sys.audit("subprocess.Popen", words[0] if words else "", words, None, None)
        assert found is not None  # noqa: S101 - the guards refuse all others
        self._programs, (self._file, self._argv) = programs, found
        self.args, self._named = args, named
        self.pid = 0
        self.returncode: int | None = None
        self._is_text = any(
            named.get(name) for name in ("text", "encoding", "universal_newlines", "errors")
        )
        self.stdin = self.stdout = self.stderr = None

    def __class_getitem__(cls, _item: Any) -> type:
        return cls

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.wait()

    def communicate(self, input: Any = None, timeout: Any = None) -> tuple[Any, Any]:  # noqa: A002
        """Run the program with its input."""
        given: Any = self._named.get("stdin")
        text = given.read() if input is None and hasattr(given, "read") else input
        data = text.encode() if isinstance(text, str) else bytes(text or b"")
        before = dict(os.environ)
        try:
            if self._named.get("env") is not None:
                os.environ.clear()
                os.environ.update(self._named["env"])
            out, errors, self.returncode = self._programs.run(self._file, self._argv, data)
        finally:
            os.environ.clear()
            os.environ.update(before)
        if self._named.get("stderr") == subprocess.STDOUT:
            out, errors = out + errors, b""
        return self._given("stdout", out), self._given("stderr", errors)

    def _given(self, name: str, data: bytes) -> Any:
        target: Any = self._named.get(name)
        if target != subprocess.PIPE:
            if hasattr(target, "write"):
                is_binary = "b" in getattr(target, "mode", "")
                target.write(data if is_binary else data.decode())
            return None
        return data.decode().replace("\r\n", "\n") if self._is_text else data

    def wait(self, timeout: Any = None) -> int:
        """Run the program without any input, unless it has run."""
        if self.returncode is None:
            self.communicate()
        return int(self.returncode or 0)

    def poll(self) -> Any:
        """Say how the program ended."""
        return self.wait()

    def kill(self) -> None:
        """Do nothing: it has ended."""

    terminate = kill
