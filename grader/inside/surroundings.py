"""Brings the jail level with the test: files, folder, seeds, patches, environment, and output.

What is printed goes out with the next frame, as warnings and log records do.
"""

import contextlib
import importlib
import io
import logging
import os
import random
import site
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

from grader.wire.file_states import Opened
from grader.wire.files import Mirror, may_change_files

FLUSH_AT = 64 * 1024
STOP_AT = 64 * 1024 * 1024  # far above what the trusted side lets pass
_KEPT = 200  # warnings, and log records, of one message


class Printed:
    """What was printed and has not been sent yet, in order."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._pieces: list[tuple[int, str]] = []
        self._waiting = 0
        self._total = 0

    def add(self, stream: int, text: str) -> None:
        """Keep a piece of text, and send what has gathered when it is much."""
        self._total += len(text)
        if self._total > STOP_AT:
            return
        for start in range(0, len(text), FLUSH_AT):
            piece = text[start : start + FLUSH_AT]
            self._pieces.append((stream, piece))
            self._waiting += len(piece)
            if self._waiting >= FLUSH_AT:
                self._tell()

    def take(self) -> list[tuple[int, str]]:
        """Hand over what has gathered."""
        taken, self._pieces, self._waiting = self._pieces, [], 0
        return [(stream, text.encode("utf-8", "replace").decode()) for stream, text in taken]


class Output(io.TextIOBase):
    """sys.stdout or sys.stderr of the student's code."""

    def __init__(self, printed: Printed, stream: int) -> None:
        super().__init__()
        self._printed = printed
        self._stream = stream
        self.buffer = _Bytes(self)

    encoding = "utf-8"
    errors = "strict"
    name = "<output>"
    mode = "w"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if text:
            self._printed.add(self._stream, str.__str__(text))
        return len(text)

    def fileno(self) -> int:
        return self._stream

    def reconfigure(self, **options: Any) -> None:
        """Accept what a text stream accepts."""


class _Bytes(io.RawIOBase):
    def __init__(self, text: Output) -> None:
        super().__init__()
        self._text = text

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        raw = bytes(data)
        self._text.write(raw.decode("utf-8", "replace"))
        return len(raw)


class WarningsAndLogs:
    """What was warned of and logged, and has not been told yet."""

    def __init__(self) -> None:
        self._warnings: list[list[Any]] = []
        self._records: list[list[Any]] = []

    def install(self) -> None:
        """Have every warning and every log record pass by here."""
        warnings.simplefilter("always")
        patched_warnings: Any = warnings
        patched_warnings.showwarning = self._warn
        is_enabled, call_handlers = logging.Logger.isEnabledFor, logging.Logger.callHandlers

        def call(logger: logging.Logger, record: logging.LogRecord) -> None:
            self._log(record)
            if is_enabled(logger, record.levelno):
                call_handlers(logger, record)

        # which records are wanted is for the test's side to decide
        patched: Any = logging.Logger
        patched.isEnabledFor = lambda logger, level: True
        patched.callHandlers = call
        logging.lastResort = None

    def take(self) -> dict[str, list[list[Any]]]:
        """Hand over what has gathered."""
        found = {"warnings": self._warnings, "records": self._records}
        self._warnings, self._records = [], []
        return {name: rows for name, rows in found.items() if rows}

    def _warn(self, message: Any, category: Any, filename: str, lineno: int, *more: object) -> None:
        if len(self._warnings) < _KEPT:
            self._warnings.append([str(message), category, filename.rpartition("/")[2], lineno])

    def _log(self, record: logging.LogRecord) -> None:
        if len(self._records) < _KEPT:
            error = record.exc_info[1] if record.exc_info else None
            row = [record.name, record.levelno, record.getMessage(), str(record.funcName), error]
            self._records.append([*row, record.lineno])


class JailSurroundings:
    """What the student's code finds around it."""

    def __init__(self) -> None:
        self._patches = _Patches()
        self._mirrors: dict[str, Mirror] = {}
        self._home = os.getcwd()
        self._files_changed = False
        self._opened = Opened()
        self._noted = WarningsAndLogs()

    def begin(self, cases: str) -> None:
        """Start to watch the working folder and, where it is not shared, the cases' folder."""
        self._mirrors["work"] = Mirror(self._home)
        if cases:
            self._mirrors["cases"] = Mirror(cases)
        self.install()
        self._files_changed = False
        self._opened = Opened()  # what was staged is closed: nobody writes to it unseen

    def install(self) -> None:
        """Put in place what stays in this process for good."""
        site.setquit()  # the jail's interpreter is started without site's additions
        sys.addaudithook(self._audit)
        self._noted.install()

    def _audit(self, event: str, args: tuple[Any, ...]) -> None:
        if may_change_files(event, args):
            self._files_changed = True
            if isinstance(args[0], str | bytes | os.PathLike):
                self._opened.note(os.path.abspath(os.fsdecode(args[0])))

    def told(self) -> dict[str, Any]:
        """What the test must know: files that were written, warnings, log records."""
        told: dict[str, Any] = self._noted.take()
        if self._opened.have_changed() or self._files_changed:
            self._files_changed = False
            changes = {name: mirror.changes() for name, mirror in self._mirrors.items()}
            told["files"] = {name: rows for name, rows in changes.items() if rows}
        return told

    def take(self, told: dict[str, Any]) -> None:
        """Take over what the test changed."""
        for name, rows in told.get("files", {}).items():
            if name in self._mirrors:
                self._mirrors[name].apply(rows)
                self._files_changed = False
        if "folder" in told:
            with contextlib.suppress(OSError):
                os.chdir(os.path.join(self._home, told["folder"]))
        if "seed" in told:
            random.seed(told["seed"])
        if "numpy.random" in sys.modules and "numpy_seed" in told:
            sys.modules["numpy.random"].seed(told["numpy_seed"])
        if "patches" in told:
            self._patches.apply(told["patches"])
        if "environ" in told:
            self._patches.set_environ(told["environ"])


class _Patches:
    """The standing patches, with what they hide."""

    def __init__(self) -> None:
        self._hidden: dict[tuple[str, str], tuple[bool, Any]] = {}

    def apply(self, patches: list[tuple[str, str, bool, Any]]) -> None:
        """Take over (module, name, is patched, value) rows; unpatched names get back their own."""
        for module_name, name, is_patched, value in patches:
            holder, _, path = module_name.partition(":")
            module: Any = importlib.import_module(holder)
            for part in path.split(".") if path else []:
                module = getattr(module, part)
            key = (module_name, name)
            if is_patched:
                if key not in self._hidden:
                    self._hidden[key] = (hasattr(module, name), getattr(module, name, None))
                setattr(module, name, value)
            elif key in self._hidden:
                was_there, own = self._hidden.pop(key)
                if was_there:
                    setattr(module, name, own)
                elif hasattr(module, name):
                    delattr(module, name)

    def set_environ(self, changes: dict[str, str | None]) -> None:
        """Set or, where the value is None, remove environment variables."""
        for name, value in changes.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        if "TZ" in changes:
            time.tzset()  # as a test does that sets it
