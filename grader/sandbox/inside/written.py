"""The folders that a submission writes: counted while it runs, emptied when it has ended.

Counts bytes and files, the unlinked ones included. Where the folders lie in a file system of their
own, that counts.
"""

import contextlib
import os
import stat
from collections.abc import Iterator

from .order import Order

_BLOCK = 512


class Written:
    """What one submission after the other has written."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self.empty()

    def excess(self, pid: int) -> str | None:
        """Say in a sentence which bound a process has passed, if any."""
        size, count, order = 0, 0, self._order
        if order.volume:  # which bounds the bytes by itself
            count = self._files() - self._files_at_first
        else:
            try:
                for written in _sizes(pid, order.writable):
                    size, count = size + written, count + 1
                    if count > order.files_count:
                        break
            except OSError:  # a path is too long, so what lies there could not be counted
                count = order.files_count + 1
        if count > order.files_count:
            return f"It made more than {order.files_count} files."
        if size > order.files_bytes:
            return f"It wrote more than {order.files_bytes >> 20} MiB of files."
        return None

    def empty(self) -> None:
        """Leave the folders, empty, and nothing else; raises OSError."""
        for folder in self._order.writable:
            if self._order.volume:
                sweep(self._order.volume)
                break
            os.chmod(folder, stat.S_IRWXU)
            sweep(folder)
            os.utime(folder)  # who made and removed a file could have chosen the moment
        for folder in self._order.writable:
            os.makedirs(folder, exist_ok=True)
        self._files_at_first = self._files() if self._order.volume else 0

    def _files(self) -> int:
        state = os.statvfs(self._order.volume)
        return state.f_files - state.f_ffree


def _sizes(pid: int, writable: tuple[str, ...]) -> Iterator[int]:
    """Yield the size of each file that has a name, or that a process holds without one."""
    with contextlib.suppress(OSError):  # it has ended, or is about to begin
        for found in _held_open(pid):
            if stat.S_ISREG(found.st_mode) and found.st_nlink == 0:
                yield found.st_blocks * _BLOCK
    folders = list(writable)
    while folders:
        folder = folders.pop()
        try:
            if not os.access(folder, os.R_OK | os.X_OK):
                os.chmod(folder, stat.S_IRWXU)
            entries = list(os.scandir(folder))
        except (FileNotFoundError, NotADirectoryError):
            continue  # removed or replaced meanwhile
        for entry in entries:
            with contextlib.suppress(FileNotFoundError):
                yield entry.stat(follow_symlinks=False).st_blocks * _BLOCK
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)


def _held_open(pid: int) -> list[os.stat_result]:
    """List the files that a process has open, by /proc, where we are; raises OSError.

    They are those of each of its threads; one that has ended, the first too, has none.
    """
    found: list[os.stat_result] = []
    for thread in os.listdir(f"{pid}/task"):
        with contextlib.suppress(OSError):  # it has ended, and is nobody's
            for name in os.listdir(listing := f"{pid}/task/{thread}/fd"):
                with contextlib.suppress(OSError):  # it was closed meanwhile
                    found.append(os.stat(f"{listing}/{name}"))
        if found:
            break
    return found


def sweep(folder: str) -> None:
    """Remove everything below a folder, however deep, unlistable or oddly named it is.

    Folders are emptied at the top, so that no depth needs recursion or a long path. Nothing else
    may be at work in the folder meanwhile.
    """
    top = _open(folder)
    try:
        while names := os.listdir(top):
            for name in names:
                _remove(name, top)
    finally:
        os.close(top)


def _remove(name: str, top: int) -> None:
    """Remove a file or folder at the top; a folder's files go, its folders come to the top."""
    if not _is_folder(name, top):
        os.unlink(name, dir_fd=top)
        return
    # Who could not list it empties it, and moving a folder rewrites its "..".
    os.chmod(name, stat.S_IRWXU, dir_fd=top)
    inner = _open(name, top)
    for child in os.listdir(inner):
        if _is_folder(child, inner):
            os.chmod(child, stat.S_IRWXU, dir_fd=inner)
            os.rename(child, os.urandom(16).hex(), src_dir_fd=inner, dst_dir_fd=top)
        else:
            os.unlink(child, dir_fd=inner)
    os.close(inner)
    os.rmdir(name, dir_fd=top)


def _is_folder(name: str, parent: int) -> bool:
    return stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)


def _open(folder: str, parent: int | None = None) -> int:
    # Looked up late: the trusted side imports this module on systems without these flags, too.
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(folder, flags, dir_fd=parent)
