"""Counts what a submission has written: bytes and files, the unlinked ones included.

Where the jail has a file system of its own for them, that counts, and is restored here.
"""

import os
import stat
from collections.abc import Iterator

from grader.inside.order import Folders, Order


class Volume:
    """A small file system that holds a submission's folders and nothing else."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._restore_all()

    def files_made(self) -> int:
        """Count what was made since the last restoring, unlinked but open files included."""
        return _files(self._folders.volume) - self._files

    def restore(self) -> None:
        """Leave the folders, empty, and nothing else."""
        # The same folders and no file more: nothing was left, which is the usual case.
        if self.files_made() or self._identities() != self._known:
            self._restore_all()

    def _restore_all(self) -> None:
        sweep(self._folders.volume)
        for folder in self._folders.all():
            os.makedirs(folder)
        self._files = _files(self._folders.volume)
        self._known = self._identities()

    def _identities(self) -> list[tuple[int, int] | None]:
        """Tell which folders stand at our paths; a number is never given twice."""
        work, tmp, cases = self._folders.all()
        paths = [tmp, cases]
        while work != self._folders.volume:
            paths.append(work)
            work = os.path.dirname(work)
        return [_identity(path) for path in paths]


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return found.st_ino, found.st_mode


def _files(volume: str) -> int:
    state = os.statvfs(volume)
    return state.f_files - state.f_ffree


_BLOCK = 512


class _TooMany(Exception):
    """More files than may be, or some that are hidden from the count."""


class Meter:
    """Looks at what one submission after the other has written."""

    def __init__(self, order: Order, volume: Volume | None) -> None:
        self._folders = order.folders
        self._bounds = order.bounds
        self._processes_at = order.processes_at
        self._volume = volume

    def excess(self, pid: int) -> str | None:
        """Say in a sentence which bound has been passed, if any."""
        try:
            if self._volume:  # which bounds the bytes by itself
                size, count = 0, self._volume.files_made()
            else:
                size, count = self._measure(pid)
        except _TooMany:
            size, count = 0, self._bounds.files_count + 1
        if count > self._bounds.files_count:
            return f"It made more than {self._bounds.files_count} files."
        if size > self._bounds.files_bytes:
            return f"It wrote more than {self._bounds.files_bytes >> 20} MiB of files."
        return None

    def _measure(self, pid: int) -> tuple[int, int]:
        size, count = _of_open_files(self._processes_at, pid)
        for found in _walk(list(self._folders.all())):
            size += found.st_blocks * _BLOCK
            count += 1
            if count > self._bounds.files_count:
                raise _TooMany
        return size, count


def _of_open_files(processes_at: int, pid: int) -> tuple[int, int]:
    """Add up the files that a process holds open and that no folder names any more."""
    size, count = 0, 0
    try:
        listing = os.open(f"{pid}/fd", os.O_RDONLY | os.O_CLOEXEC, dir_fd=processes_at)
    except OSError:
        return 0, 0  # it has ended
    try:
        for name in os.listdir(listing):
            found = _led_to(listing, name)
            if found and stat.S_ISREG(found.st_mode) and found.st_nlink == 0:
                size += found.st_blocks * _BLOCK
                count += 1
    except OSError:
        return size, count
    finally:
        os.close(listing)
    return size, count


def _walk(folders: list[str]) -> Iterator[os.stat_result]:
    while folders:
        for entry in _entries(folders.pop()):
            found = _itself(entry)
            if found is not None:
                yield found
                if stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid():
                    folders.append(entry)


def _entries(folder: str) -> Iterator[str]:
    try:
        if not os.access(folder, os.R_OK | os.X_OK) and os.path.isdir(folder):
            os.chmod(folder, stat.S_IRWXU)
        with os.scandir(folder) as entries:
            yield from (entry.path for entry in entries)
    except (FileNotFoundError, NotADirectoryError):
        return  # removed or replaced meanwhile
    except OSError as error:
        raise _TooMany from error


def _itself(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:  # the path is too long, so what lies there could not be counted
        raise _TooMany from error


def _led_to(listing: int, name: str) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=listing)
    except OSError:  # closed meanwhile
        return None


def sweep(folder: str) -> None:
    """Remove everything below a folder, however deep, unlistable or oddly named it is.

    Nothing else may be at work in the folder meanwhile.
    """
    top = os.open(folder, _as_folder())
    try:
        while names := os.listdir(top):
            for name in names:
                _remove(top, name)
    finally:
        os.close(top)


def _remove(top: int, name: str) -> None:
    if not _is_folder(top, name):
        os.unlink(name, dir_fd=top)
        return
    inner = _open(top, name)
    try:
        for child in os.listdir(inner):
            _lift(inner, child, top)
    finally:
        os.close(inner)
    os.rmdir(name, dir_fd=top)


def _lift(inner: int, child: str, top: int) -> None:
    """Unlink a file; move a folder to the top, so that no depth needs recursion or a long path."""
    if not _is_folder(inner, child):
        os.unlink(child, dir_fd=inner)
        return
    # Moving a folder rewrites its "..", so the folder itself must be writable.
    os.chmod(child, stat.S_IRWXU, dir_fd=inner)
    os.rename(child, os.urandom(16).hex(), src_dir_fd=inner, dst_dir_fd=top)


def _open(top: int, name: str) -> int:
    try:
        return os.open(name, _as_folder(), dir_fd=top)
    except PermissionError:
        os.chmod(name, stat.S_IRWXU, dir_fd=top)
        return os.open(name, _as_folder(), dir_fd=top)


def _is_folder(parent: int, name: str) -> bool:
    return stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)


def _as_folder() -> int:
    # Looked up late: the trusted side imports this module on systems without these flags, too.
    return os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
