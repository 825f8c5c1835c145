"""Reads a file that an author wrote; what cannot be read is named, below the course, and why."""

import os
from pathlib import Path

from grader.errors import ContentError


def read_course_file(root: Path, path: Path) -> bytes:
    """Read a file of the course in `root`; raises ContentError.

    Only regular files are opened, since a pipe would be waited for.
    """
    name = path.relative_to(root).as_posix()
    try:
        if path.is_file():
            return path.read_bytes()
        what = _what_is_there(path)
    except OSError as error:
        raise ContentError(f"{name} cannot be read: {error.strerror}.") from error
    raise ContentError(f"{name} cannot be read: {what}")


def read_if_there(root: Path, path: Path) -> bytes | None:
    """Read a file that a course may lack; raises ContentError for one that cannot be read."""
    return read_course_file(root, path) if os.path.lexists(path) else None


def _what_is_there(path: Path) -> str:
    if not os.path.lexists(path):
        return "there is no such file."
    if path.is_symlink() and not path.exists():
        return "it is a link to what does not exist. Put the file itself there."
    kind = "a folder" if path.is_dir() else "a pipe or a device"
    return f"it is {kind}. Put a file there."
