"""The student's print and input, warnings and log records, on their way to the test.

What is printed goes out with the next frame; input comes from the test.
"""

import io
import logging
import warnings
from collections.abc import Callable
from typing import Any

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
