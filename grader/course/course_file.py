"""Reads files that an author wrote, naming what cannot be read; writes nothing among them."""

import os
from collections.abc import Iterable
from pathlib import Path

from grader.errors import ContentError, UsageError
from grader.model.course import MIB

# what programs keep among an author's files
CACHES = frozenset(
    "__pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis .ipynb_checkpoints "
    ".git .idea .venv .vscode .DS_Store Thumbs.db desktop.ini".split()
)
_OF_THE_COURSE = ("exercises", "solutions", "tests")
OTHER_WORK = "Change to a folder of your own, or name one with --work."
_MOST_TOGETHER = 12 * MIB  # of the 16 MiB that cross at once, where submissions take up some too


def read_course_file(root: Path, path: Path) -> bytes:
    """Read a file of the course in `root`; raises ContentError.

    Only regular files are opened, since a pipe would be waited for.
    """
    name = path.relative_to(root).as_posix()
    try:
        if path.is_file():
            return path.read_bytes()
        is_there = os.path.lexists(path)
        what = "it is no file. Put a file there." if is_there else "there is no such file."
    except OSError as error:
        raise ContentError(f"{name} cannot be read: {error.strerror}.") from error
    raise ContentError(f"{name} cannot be read: {what}")


def read_together(root: Path, folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Read files that are handed to a jail at once; raises ContentError where they are too much."""
    files = {name: read_course_file(root, folder / name) for name in names}
    if sum(map(len, files.values())) > _MOST_TOGETHER:
        largest = max(files, key=lambda name: len(files[name]))
        raise ContentError(
            f"{(folder / largest).relative_to(root).as_posix()} is too large: a lesson's files "
            f"are at most {_MOST_TOGETHER // MIB} MiB together."
        )
    return files


def read_if_there(root: Path, path: Path) -> bytes | None:
    """Read a file that a course may lack; raises ContentError for one that cannot be read."""
    return read_course_file(root, path) if os.path.lexists(path) else None


def files_below(folder: Path) -> list[Path]:
    """List the files below a folder, without what programs keep among an author's."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and CACHES.isdisjoint(path.relative_to(folder).parts)
    )


def refuse_course(root: Path, folder: Path, advice: str) -> None:
    """Raise UsageError for a folder inside a tree of the course."""
    here = folder.resolve()
    for name in _OF_THE_COURSE:
        if here.is_relative_to((root / name).resolve()):
            raise UsageError(f"{folder} lies in the course's own {name}/. {advice}")
