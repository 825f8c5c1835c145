"""What a submission prints, warns of and logs, handed on as it would be in one process."""

import logging
import sys
import warnings
from collections.abc import Container
from typing import Any

from grader.wire.errors import nearest_type

_ROW = 6
_PAIR = 2


class Output:
    """What one submission has printed so far, up to a number of bytes."""

    def __init__(self, stop_at: int) -> None:
        self._stop_at = stop_at
        self._pieces: list[str] = []
        self.size = 0  # in bytes

    def print(self, pieces: list[tuple[int, str]]) -> bool:
        """Print text to the test's own streams; False once it is too much."""
        for stream, text in pieces:
            self.size += len(text.encode("utf-8", "replace"))
            if self.size > self._stop_at:
                return False
            (sys.stdout if stream == 1 else sys.stderr).write(text)
            self._pieces.append(text)
        return True

    def text(self) -> str:
        """Give all that was printed."""
        return "".join(self._pieces)


def pass_on(told: dict[str, Any], files: Container[str]) -> None:
    """Give warnings to `warnings` and records to `logging`, as the code would have in-process.

    Whoever shows a warning shows the line that it names, and so one of `files` alone is named.
    """
    for row in _rows(told.get("records"), _ROW):
        _log(*row)
    for message, category, filename, line in _rows(told.get("warnings"), 4):
        if type(line) is int and type(message) is type(filename) is str:
            named = filename if filename in files else f"<{filename}>"  # which is no file's name
            warnings.warn_explicit(message, _class_of(category), named, line)


def _class_of(category: Any) -> type[Warning]:
    """Find the class of a warning, be it given itself or by the names along its inheritance."""
    if isinstance(category, list):
        pairs = [pair for pair in category if isinstance(pair, tuple) and len(pair) == _PAIR]
        category = nearest_type([(str(module), str(name)) for module, name in pairs])
    is_one = isinstance(category, type) and issubclass(category, Warning)
    return category if is_one else Warning


def _rows(rows: Any, size: int) -> list[list[Any]]:
    if not isinstance(rows, list):
        return []
    return [row for row in rows if isinstance(row, list) and len(row) == size]


def _log(name: Any, level: Any, message: Any, function: Any, error: Any, line: Any) -> None:
    if not type(name) is type(message) is type(function) is str:
        return
    if not type(level) is type(line) is int:
        return
    logger = logging.getLogger(name)
    if not logger.isEnabledFor(level):
        return
    failed = (type(error), error, None) if isinstance(error, BaseException) else None
    record = logger.makeRecord(name, level, f"{name}.py", line, message, (), failed)
    record.funcName = function
    logger.handle(record)
