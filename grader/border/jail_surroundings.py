"""What the student's code finds around it: brought level with the test, and told of in turn."""

import contextlib
import importlib
import io
import os
import random
import site
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

from .files import Mirror, may_change_files

FLUSH_AT = 64 * 1024
STOP_AT = 64 * 1024 * 1024  # far above what the examiner lets pass
_MOST_WARNINGS = 200


class JailSurroundings:
    """The jail's half of what is level at both ends."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._printed: list[tuple[int, str]] = []
        self._waiting = self._total = 0
        self._warnings: list[list[Any]] = []
        self._stdin: io.StringIO | None = None
        self._read = 0
        self._mirrors: dict[str, Mirror] = {}
        self._home = os.getcwd()
        self._files_changed = False
        self._hidden: dict[tuple[str, str], tuple[bool, Any]] = {}  # what patches hide

    def install(self) -> None:
        """Put in place what is there for every submission."""
        sys.stdout = _Output(self._print, 1)
        sys.stderr = _Output(self._print, 2)
        sys.stdin = io.StringIO()
        site.setquit()  # the jail's interpreter is started without site's additions
        warnings.simplefilter("always")
        patched: Any = warnings
        patched.showwarning = self._warn
        sys.addaudithook(self._audit)

    def begin(self, cases: str) -> None:
        """Start to watch the working folder and, where it is not shared, that of the cases."""
        self._home = os.getcwd()
        self._mirrors["work"] = Mirror(self._home)
        if cases:
            self._mirrors["cases"] = Mirror(cases)
        self._files_changed = False

    def _audit(self, event: str, args: tuple[Any, ...]) -> None:
        if not self._files_changed and may_change_files(event, args):
            self._files_changed = True

    def _print(self, stream: int, text: str) -> None:
        self._total += len(text)
        if self._total > STOP_AT:
            return
        for start in range(0, len(text), FLUSH_AT):
            piece = text[start : start + FLUSH_AT].encode("utf-8", "replace").decode()
            self._printed.append((stream, piece))
            self._waiting += len(piece)
            if self._waiting >= FLUSH_AT:
                self._tell()

    def _warn(self, message: Any, category: Any, file: str, line: int, *more: object) -> None:
        if len(self._warnings) < _MOST_WARNINGS:
            names = [
                [str(one.__module__), str(one.__qualname__)]
                for one in category.__mro__
                if issubclass(one, Warning)
            ]
            self._warnings.append([str(message)[:2000], names, os.path.basename(file), line])

    def printed(self) -> dict[str, Any]:
        """Hand over what was printed."""
        printed, self._printed, self._waiting = self._printed, [], 0
        return {"printed": printed} if printed else {}

    def changes(self) -> dict[str, Any]:
        """Hand over all that the test must know."""
        told = self.printed()
        if self._warnings:
            told["warnings"], self._warnings = self._warnings, []
        if self._stdin is not None and self._stdin.tell() != self._read:
            self._read = told["read"] = self._stdin.tell()
        if self._files_changed and self._mirrors:
            rows = {name: mirror.changes() for name, mirror in self._mirrors.items()}
            told["files"] = {name: changed for name, changed in rows.items() if changed}
        return told

    def take(self, told: dict[str, Any], load: Callable[[Any], Any]) -> None:
        """Take over what the test changed."""
        if told.get("case"):
            self._files_changed = False
        for name, rows in told.get("files", {}).items():
            self._mirrors[name].apply(rows)
        if "folder" in told:
            with contextlib.suppress(OSError):
                os.chdir(os.path.join(self._home, told["folder"]))
        for name, value in told.get("environ", {}).items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
            if name == "TZ":
                time.tzset()
        if "argv" in told:
            sys.argv = told["argv"]
        if "stdin" in told:
            self._stdin, self._read = io.StringIO(told["stdin"]), 0
            sys.stdin = self._stdin
        if "seed" in told:
            random.seed(load(told["seed"]))
        if "numpy_seed" in told and "numpy.random" in sys.modules:
            sys.modules["numpy.random"].seed(load(told["numpy_seed"]))
        for holder, name, is_patched, value in told.get("patches", ()):
            self._patch(holder, name, is_patched, load(value))

    def _patch(self, holder: str, name: str, is_patched: bool, value: Any) -> None:
        """Put a patched name in place, or its own again."""
        module, _, path = holder.partition(":")
        owner: Any = importlib.import_module(module)
        for part in path.split(".") if path else []:
            owner = getattr(owner, part)
        if is_patched:
            known = (name in vars(owner), getattr(owner, name, None))
            self._hidden.setdefault((holder, name), known)
            setattr(owner, name, value)
        elif (holder, name) in self._hidden:
            was_there, own = self._hidden.pop((holder, name))
            if was_there:
                setattr(owner, name, own)
            else:
                delattr(owner, name)


class _Output(io.TextIOBase):
    """sys.stdout or sys.stderr of the student's code."""

    encoding = "utf-8"
    errors = "strict"
    name = "<output>"
    mode = "w"

    def __init__(self, add: Callable[[int, str], None], stream: int) -> None:
        super().__init__()
        self._add = add
        self._stream = stream
        self.buffer = _Bytes(self)

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if text:
            self._add(self._stream, str.__str__(text))
        return len(text)

    def fileno(self) -> int:
        return self._stream

    def reconfigure(self, **options: Any) -> None:
        """Accept what a text stream accepts."""


class _Bytes(io.RawIOBase):
    def __init__(self, text: _Output) -> None:
        super().__init__()
        self._text = text

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        raw = bytes(data)
        self._text.write(raw.decode("utf-8", "replace"))
        return len(raw)
