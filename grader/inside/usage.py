"""Counts what a submission has written: bytes and files, the unlinked ones included.

Where the jail has a file system of its own for them, that counts, and is restored here.
"""

import os
import stat
from collections.abc import Iterator
from itertools import chain

from grader.inside.order import Order

_BLOCK = 512


class Volume:
    """A small file system that holds a submission's folders and nothing else."""

    def __init__(self, order: Order) -> None:
        self._place, self._folders = order.volume, order.writable
        path, *self._paths = order.writable
        while path != order.volume:
            self._paths.append(path)
            path = os.path.dirname(path)
        self._restore_all()

    def files_made(self) -> int:
        """Count what was made since the last restoring, unlinked but open files included."""
        return self._files() - self._at_first

    def restore(self) -> None:
        """Leave the folders, empty, and nothing else."""
        # The same folders and no file more: nothing was left, which is the usual case.
        if self.files_made() or self._identities() != self._known:
            self._restore_all()

    def _restore_all(self) -> None:
        sweep(self._place)
        for folder in self._folders:
            os.makedirs(folder)
        self._at_first, self._known = self._files(), self._identities()

    def _identities(self) -> list[tuple[int, int]]:
        """Tell which folders stand at our paths; a number is never given twice."""
        try:
            return [(found.st_ino, found.st_mode) for found in map(os.lstat, self._paths)]
        except OSError:
            return []

    def _files(self) -> int:
        state = os.statvfs(self._place)
        return state.f_files - state.f_ffree


class _TooMany(Exception):
    """More files than may be, or some that are hidden from the count."""


class Meter:
    """Looks at what one submission after the other has written."""

    def __init__(self, order: Order, volume: Volume | None) -> None:
        self._order = order
        self._volume = volume

    def excess(self, pid: int) -> str | None:
        """Say in a sentence which bound has been passed, if any."""
        try:
            if self._volume:  # which bounds the bytes by itself
                size, count = 0, self._volume.files_made()
            else:
                size, count = self._measure(pid)
        except _TooMany:
            size, count = 0, self._order.files_count + 1
        if count > self._order.files_count:
            return f"It made more than {self._order.files_count} files."
        if size > self._order.files_bytes:
            return f"It wrote more than {self._order.files_bytes >> 20} MiB of files."
        return None

    def _measure(self, pid: int) -> tuple[int, int]:
        size, count = 0, 0
        order = self._order
        written = chain(_unlinked(order.processes_at, pid), _below(list(order.writable)))
        for found in written:
            size += found.st_blocks * _BLOCK
            count += 1
            if count > self._order.files_count:
                raise _TooMany
        return size, count


def _unlinked(processes_at: int, pid: int) -> Iterator[os.stat_result]:
    """Find the files that a process holds open and that no folder names any more."""
    try:
        listing = os.open(f"{pid}/fd", os.O_RDONLY | os.O_CLOEXEC, dir_fd=processes_at)
    except OSError:  # it has ended
        return
    try:
        found = [_led_to(listing, name) for name in os.listdir(listing)]
    except OSError:
        return
    finally:
        os.close(listing)
    for one in found:
        if one is not None and stat.S_ISREG(one.st_mode) and one.st_nlink == 0:
            yield one


def _led_to(listing: int, name: str) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=listing)
    except OSError:  # closed meanwhile
        return None


def _below(folders: list[str]) -> Iterator[os.stat_result]:
    while folders:
        folder = folders.pop()
        try:
            if not os.access(folder, os.R_OK | os.X_OK):
                os.chmod(folder, stat.S_IRWXU)
            with os.scandir(folder) as entries:
                found = list(entries)
            for entry in found:
                yield entry.stat(follow_symlinks=False)
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
        except (FileNotFoundError, NotADirectoryError):
            continue  # removed or replaced meanwhile
        except OSError as error:  # the path is too long, so what lies there could not be counted
            raise _TooMany from error


def sweep(folder: str) -> None:
    """Remove everything below a folder, however deep, unlistable or oddly named it is.

    Folders are emptied at the top, so that no depth needs recursion or a long path. Nothing else
    may be at work in the folder meanwhile.
    """
    top = _open(folder)
    try:
        while names := os.listdir(top):
            for name in names:
                if _is_folder(top, name):
                    _lift_all(top, name)
                else:
                    os.unlink(name, dir_fd=top)
    finally:
        os.close(top)


def _lift_all(top: int, name: str) -> None:
    """Remove a folder at the top; its files go, its folders come to the top."""
    # Who could not list it empties it, and moving a folder rewrites its "..".
    os.chmod(name, stat.S_IRWXU, dir_fd=top)
    inner = _open(name, top)
    try:
        for child in os.listdir(inner):
            if _is_folder(inner, child):
                os.chmod(child, stat.S_IRWXU, dir_fd=inner)
                os.rename(child, os.urandom(16).hex(), src_dir_fd=inner, dst_dir_fd=top)
            else:
                os.unlink(child, dir_fd=inner)
    finally:
        os.close(inner)
    os.rmdir(name, dir_fd=top)


def _is_folder(parent: int, name: str) -> bool:
    return stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)


def _open(folder: str, parent: int | None = None) -> int:
    # Looked up late: the trusted side imports this module on systems without these flags, too.
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(folder, flags, dir_fd=parent)
