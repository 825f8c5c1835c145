"""Lays out a jail's scratch folder, and empties it between submissions.

    scratch/
    ├── work/    the submission's working folder and HOME; its module is written here by the jail
    ├── tmp/     its TMPDIR
    ├── cases/   tmp_path of the hidden cases; the jail has one of its own, kept level
    ├── lib/     links to the packages it may import (jails without a root of their own)
    └── root/    a root folder of its own: links to or copies of Python and the packages, read-only,
                 and the three folders above; work/ and tmp/ are then links into it

At "full" the jail has all this on a file system of its own, under the same paths, and sees nothing
written here: work/ and tmp/ stay empty, cases/ is the trusted side's alone. Only a jail without
root of its own has the same cases/ as the trusted side.
"""

import contextlib
import os
import shutil
import stat
from pathlib import Path

from grader.inside.usage import sweep
from grader.jail.equipment import LIB, Equipment

_WRITTEN = ("work", "tmp", "cases")
_READABLE_BY_ALL = stat.S_IROTH
_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_DEVICES = {"null": 3, "zero": 5, "random": 8, "urandom": 9}
_MEMORY_DEVICES = 1  # their major number
# Never read by a submission, and large.
LEFT_OUT = ("site-packages", "dist-packages", "test", "idlelib", "turtledemo", "ensurepip")
# what else a root of its own has; of locales only the one that is the same everywhere
_OF_SYSTEM = (
    *("/etc/ld.so.cache", "/usr/share/zoneinfo"),
    *("/usr/lib/locale/C.utf8", "/usr/lib/locale/C.UTF-8"),
)


class Workspace:
    """The scratch folder of one jail, with the folders that are drawn above."""

    def __init__(self, scratch: Path, uid: int | None = None) -> None:
        self.scratch = Path(os.path.abspath(scratch))  # noqa: PTH100 - links in it stay unresolved
        self.work, self.cases = self.scratch / "work", self.scratch / "cases"
        self.lib, self.root = self.scratch / "lib", self.scratch / "root"
        self._inner = self.root / self.scratch.relative_to("/")
        self._uid = uid

    @property
    def written(self) -> tuple[str, ...]:
        """Name the folders that a submission writes, as both sides know them; work/ first."""
        return tuple(str(self.scratch / name) for name in _WRITTEN)

    def lay_out(self, *, in_root: bool = False) -> None:
        """Make the folders that a submission writes; what an earlier jail left is removed.

        Those in root/ have the same path once root/ is /.
        """
        self.remove()
        self.scratch.mkdir(parents=True, exist_ok=True)
        if in_root:
            _make_folders(self.root, self._inner)
            (self._inner / "root").symlink_to("/")  # so that resolved paths hold inside too
        for name in _WRITTEN:
            if in_root:
                self._make(self._inner / name)
            if in_root and name != "cases":
                (self.scratch / name).symlink_to(self._inner / name)
            else:
                self._make(self.scratch / name)

    def clear(self) -> None:
        """Empty what submissions and cases write."""
        for name in _WRITTEN:
            folder = (self.scratch / name).resolve()
            if folder.is_dir():
                sweep(str(folder))
            else:
                self._make(folder)
        if (own := self._inner / "cases").is_dir():
            sweep(str(own))

    def remove(self) -> None:
        """Remove all that was laid out, but not the scratch folder."""
        for name in _WRITTEN:
            for folder in (self._inner / name, self.scratch / name):
                if folder.is_symlink():
                    folder.unlink()
                elif folder.is_dir():
                    sweep(str(folder))
                    folder.rmdir()
        for made in (self.lib, self.root):
            if made.exists():
                shutil.rmtree(made)

    def _make(self, folder: Path) -> None:
        folder.mkdir(mode=0o700)
        if self._uid is not None:
            os.chown(folder, self._uid, self._uid, follow_symlinks=False)


def empty(folder: str) -> None:
    """Remove all that lies in a folder, however deep or unlistable it is."""
    sweep(folder)


def build_root(root: Path, equipment: Equipment) -> None:
    """Make a root folder that a jail's user can read and not change."""
    _make_folders(root, root / "dev")
    places = {str(path): path for path in (equipment.stdlib, *equipment.libraries())}
    places |= {f"{LIB}/{name}": path for name, path in equipment.importable.items()}
    places |= {name: path for name in _OF_SYSTEM if (path := Path(name)).exists()}
    for place, source in places.items():
        target = root / place.lstrip("/")
        _make_folders(root, target.parent)
        if source.is_dir():
            _bring_folder(str(source), str(target), LEFT_OUT if source == equipment.stdlib else ())
        elif not target.exists():
            _bring_file(str(source.resolve()), str(target), source.stat())
    for name, minor in _DEVICES.items():  # that harm nobody, where this container may make any
        path = root / "dev" / name
        with contextlib.suppress(OSError):
            os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(_MEMORY_DEVICES, minor))
            path.chmod(0o666)


def _make_folders(root: Path, folder: Path) -> None:
    for made in (folder, *folder.parents)[::-1]:
        if made.is_relative_to(root) and not made.exists():
            made.mkdir()
            made.chmod(0o755)


def _bring_folder(source: str, target: str, without: tuple[str, ...] = ()) -> None:
    os.mkdir(target)  # noqa: PTH102 - thousands of files: paths stay strings
    os.chmod(target, 0o755)  # noqa: PTH101, S103 - the same; nothing here is secret
    with os.scandir(source) as entries:
        for entry in entries:
            place = f"{target}/{entry.name}"
            if entry.is_dir():
                if not entry.is_symlink() and entry.name not in without:
                    _bring_folder(entry.path, place)
            elif entry.is_file():
                itself = os.path.realpath(entry.path) if entry.is_symlink() else entry.path
                _bring_file(itself, place, entry.stat())


def _bring_file(source: str, target: str, state: os.stat_result) -> None:
    """Link a file where that gives the jail neither too little nor too much; copy it otherwise."""
    is_fit = state.st_mode & _READABLE_BY_ALL and not state.st_mode & _WRITABLE_BY_OTHERS
    if is_fit and state.st_uid == 0:
        try:
            os.link(source, target)
        except OSError:  # another file system, most often
            pass
        else:
            return
    shutil.copy2(source, target)  # with its time, by which bytecode is known to be fresh
    os.chown(target, 0, 0)
    Path(target).chmod(0o755 if state.st_mode & stat.S_IXUSR else 0o644)
