"""Writes a file that somebody asked for by name."""

import errno
from pathlib import Path

from grader.errors import UsageError
from grader.ground.folders import write_named

from .screen import note

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def write_page(path: Path, text: str) -> None:
    """Write a page or a table in the place of an earlier one, and say where it is."""
    write_file(path, text.encode("utf-8"))
    note(f"Written: {path}")


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; raises UsageError with its name."""
    try:
        write_named(path, data)
    except OSError as error:
        if error.errno in _NO_ROOM:
            error.filename = str(path)
            raise
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error
