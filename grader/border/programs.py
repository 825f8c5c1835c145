"""Runs a submission as a program, in the jail, where a test starts it with a command."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, Self
from unittest.mock import patch

from .client import Client

_PYTHON = re.compile(r"(.*/)?python[\d.]*")
_FLAGS = ("-u", "-B", "-I", "-E", "-s", "-P")
_FOR_A_SHELL = re.compile(r"[$`;&()<>|\"']")


class Programs:
    """The submission's files as programs; what else a command would start is not offered."""

    def __init__(self, client: Client, sources: dict[str, bytes]) -> None:
        self._client = client
        self._sources = sources

    def install(self) -> None:
        """Put a Popen in place, by which all of subprocess starts programs."""
        made: Any = type("Popen", (_Popen,), {"programs": self})
        subprocess.Popen = made  # type: ignore[misc]

    def find(self, args: Any) -> tuple[str, list[str]]:
        """Find the submission's file in a command, and the arguments from it on."""
        is_list = isinstance(args, Sequence) and not isinstance(args, str | bytes)
        words = [os.fsdecode(word) for word in args] if is_list else os.fsdecode(args).split()
        rest = list(words)
        if rest and _PYTHON.fullmatch(rest[0]):
            rest.pop(0)
            while rest and rest[0] in _FLAGS:
                rest.pop(0)
            if rest[:1] == ["-m"]:
                rest = [rest[1].replace(".", "/") + ".py", *rest[2:]] if rest[1:] else []
        if is_list or not _FOR_A_SHELL.search(os.fsdecode(args)):
            for file in self._sources:
                if rest and f"/{rest[0]}".endswith(f"/{file}"):
                    return file, rest
        sys.audit("subprocess.Popen", words[:1], words, None, None)  # which the guards refuse
        raise AssertionError

    def run(self, file: str, argv: list[str], given: bytes) -> tuple[bytes, bytes, int]:
        """Run a file to its end; gives what it printed and its exit status."""
        match self._client.ask(f"{file} run", "script", file, argv, given):
            case (bytes() as out, bytes() as errors, int() as code):
                return out, errors, code
        raise self._client.breach("a program that gave something else")


class _Popen:
    """A program of the submission's, which has ended once its input is known."""

    programs: Programs
    pid = 0
    stdin = stdout = stderr = None

    def __init__(self, args: Any, *_more: Any, **named: Any) -> None:
        self._file, self._argv = self.programs.find(args)
        self.args, self._named = args, named
        self.returncode: int | None = None

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
        env = self._named.get("env")
        with patch.dict(os.environ, env or {}, clear=env is not None):
            out, errors, self.returncode = self.programs.run(self._file, self._argv, data)
        if self._named.get("stderr") == subprocess.STDOUT:
            out, errors = out + errors, b""
        return self._deliver("stdout", out), self._deliver("stderr", errors)

    def _deliver(self, name: str, data: bytes) -> Any:
        target: Any = self._named.get(name)
        if target == subprocess.PIPE:
            modes = ("text", "encoding", "universal_newlines", "errors")
            is_text = any(map(self._named.get, modes))
            return data.decode().replace("\r\n", "\n") if is_text else data
        if hasattr(target, "write"):
            target.write(data if "b" in getattr(target, "mode", "") else data.decode())
        return None

    def wait(self, timeout: Any = None) -> int:
        """Run the program without any input, unless it has run."""
        if self.returncode is None:
            self.communicate()
        return int(self.returncode or 0)

    poll = wait

    def kill(self) -> None:
        """Do nothing: it has ended."""

    terminate = kill
