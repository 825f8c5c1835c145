"""The jail's own file system, where it has one: restored after each submission."""

import os

from grader.inside.order import Folders
from grader.inside.sweep import sweep


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
