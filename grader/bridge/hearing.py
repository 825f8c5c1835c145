"""Says again, on the trusted side, what the student's code warned of and logged."""

import logging
import warnings
from typing import Any

_ROW = 6


def hear(told: dict[str, Any]) -> None:
    """Give warnings to `warnings` and records to `logging`, as the code would have in-process."""
    for row in _rows(told.get("records"), _ROW):
        _log(*row)
    for message, category, filename, line in _rows(told.get("warnings"), 4):
        kind = category if isinstance(category, type) and issubclass(category, Warning) else Warning
        warnings.warn_explicit(str(message), kind, str(filename), int(line))


def _rows(rows: Any, size: int) -> list[list[Any]]:
    if not isinstance(rows, list):
        return []
    return [row for row in rows if isinstance(row, list) and len(row) == size]


def _log(name: Any, level: Any, message: Any, function: Any, error: Any, line: Any) -> None:
    if type(name) is not str or type(level) is not int:
        return
    logger = logging.getLogger(name)
    if not logger.isEnabledFor(level):
        return
    failed = (type(error), error, None) if isinstance(error, BaseException) else None
    record = logger.makeRecord(name, level, f"{name}.py", int(line), str(message), (), failed)
    record.funcName = str(function)
    logger.handle(record)
