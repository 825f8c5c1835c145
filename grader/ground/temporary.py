"""Makes temporary folders: always new ones, of this user alone, where nobody can exchange them."""

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.errors import UsageError

from .folders import ROOT, fault_above, user_named

_LOCK = "lock"


def temporary_place() -> Path:
    """Return the folder for temporary ones; raise UsageError where others could exchange them."""
    place = Path(tempfile.gettempdir())
    if os.name != "posix":
        return place
    found = place.stat()
    # a link, and what it leads to
    others = [
        one.st_uid for one in (place.lstat(), found) if one.st_uid not in (os.geteuid(), ROOT)
    ]
    if others:
        fault: str | None = f"belongs to {user_named(others[0])}"
    elif found.st_mode & stat.S_IWOTH and not found.st_mode & stat.S_ISVTX:
        fault = "may be changed by every user of this machine"
    else:
        fault = fault_above(place) or fault_above(place.resolve())
    if fault is not None:
        raise UsageError(
            f"{place} {fault}, so nothing in it is safe. Set TMPDIR to a folder of your own."
        )
    return place


@contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """Make a folder, and remove it with all in it."""
    with tempfile.TemporaryDirectory(prefix=prefix, dir=temporary_place()) as name:
        yield Path(name)


@contextmanager
def lasting_folder(prefix: str) -> Iterator[Path]:
    """Make a folder for this process and its forks; remove those of this user's that were killed.

    Whoever looks for stale ones knows it by a lock, which lasts as long as they do.
    """
    place = temporary_place()
    for stale in place.glob(f"{prefix}*"):
        with contextlib.suppress(OSError):
            _remove_stale(stale)
    import fcntl

    while True:
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
        lock = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.is_dir():
            break
        os.close(lock)  # another took it for a stale one before it was locked
    try:
        yield folder
    finally:
        _remove(folder)
        os.close(lock)


def _remove(folder: Path) -> None:
    """Remove what can be removed: a clean-up that fails ends no command."""
    with contextlib.suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)


def _remove_stale(folder: Path) -> None:
    """Remove a folder that nobody holds; raise OSError for any other."""
    import fcntl

    found = folder.lstat()
    if found.st_uid != os.geteuid() or not stat.S_ISDIR(found.st_mode):
        return  # it was put there by another user, with who knows what in it
    held = os.open(folder / _LOCK, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _remove(folder)
    finally:
        os.close(held)
