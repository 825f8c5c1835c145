"""Tells the test of warnings and log records of the student's code, which it may watch for."""

import logging
import warnings
from typing import Any

_KEPT = 200  # of one message


class Telling:
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
