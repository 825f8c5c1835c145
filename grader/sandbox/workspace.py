"""Lays out the scratch folder of a submissions' sandbox.

    scratch/
    ├── work/    the submission's working folder and HOME; its module is written here by the child
    ├── tmp/     its TMPDIR
    ├── cases/   tmp_path of the hidden cases, on both sides
    ├── lib/     links to what it may import (sandboxes without a root of their own)
    └── root/    a root folder of its own: links to or copies of Python and the packages, read-only,
                 with folders of the same paths as the first three, which are those that it writes

At "full" the sandbox has all this on a file system of its own, under the same paths, and sees
nothing written here. Only one without root of its own has the same cases/ as the trusted side.
"""

import contextlib
import os
import shutil
import stat
from pathlib import Path

from .equipment import LIB, Equipment, libraries
from .inside.written import sweep

__all__ = ["Workspace", "build_root", "link_importable", "sweep"]

_WRITTEN = ("work", "tmp", "cases")
_DEVICES = {"null": 3, "zero": 5, "random": 8, "urandom": 9}
_MEMORY_DEVICES = 1  # their major number
# never read by a submission, and large
_LEFT_OUT = ("site-packages", "dist-packages", "test", "idlelib", "turtledemo", "ensurepip")
# what else a root of its own has; of locales only the one that is the same everywhere
_OF_SYSTEM = (
    *("/etc/ld.so.cache", "/usr/share/zoneinfo"),
    *("/usr/lib/locale/C.utf8", "/usr/lib/locale/C.UTF-8"),
)


class Workspace:
    """The scratch folder of one sandbox, with the folders that are drawn above."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = Path(os.path.abspath(scratch))  # noqa: PTH100 - links in it stay unresolved
        self.lib, self.root = self._scratch / "lib", self._scratch / "root"
        self.cases = self._scratch / "cases"
        # the folders that a submission writes, as the sandbox knows them
        self.written = tuple(str(self._scratch / name) for name in _WRITTEN)

    def lay_out(self, uid: int | None = None, *, in_root: bool = False) -> None:
        """Make the folders that a submission writes; what an earlier sandbox left is removed."""
        self.remove()
        self._scratch.mkdir(parents=True, exist_ok=True)
        top = self.root if in_root else Path("/")
        for folder in {*(top / name.lstrip("/") for name in self.written), self.cases}:
            _make_folders(top, folder.parent)
            folder.mkdir(mode=0o700)
            if uid is not None:
                os.chown(folder, uid, uid, follow_symlinks=False)

    def remove(self) -> None:
        """Remove all that was laid out, but not the scratch folder."""
        for top in (self.root, Path("/")):
            for folder in (top / name.lstrip("/") for name in self.written):
                if folder.is_dir():
                    sweep(str(folder))
                    folder.rmdir()
        for made in (self.lib, self.root):
            if made.exists():
                shutil.rmtree(made)


def link_importable(equipment: Equipment, folder: Path) -> None:
    """Make a folder that holds what is importable, as links, and nothing else."""
    for name, source in equipment.importable.items():
        link = folder / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(source)


def build_root(root: Path, equipment: Equipment) -> None:
    """Make a root folder that a sandbox's user can read and not change."""
    places = {str(path): path for path in (equipment.stdlib, *libraries(equipment))}
    places |= {f"{LIB}/{name}": path for name, path in equipment.importable.items()}
    places |= {name: Path(name) for name in _OF_SYSTEM}
    for place, source in places.items():
        target = root / place.lstrip("/")
        if source.is_file() and not target.exists():
            _make_folders(root, target.parent)
            _bring_file(str(source), str(target))
        for folder, inner, files in os.walk(source):
            if source == equipment.stdlib:
                inner[:] = [name for name in inner if name not in _LEFT_OUT]
            made = target / os.path.relpath(folder, source)
            _make_folders(root, made)
            for name in files:
                _bring_file(f"{folder}/{name}", f"{made}/{name}")
    _make_folders(root, root / "dev")
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


def _bring_file(source: str, target: str) -> None:
    """Link a file of root's that others read and nobody else changes; copy any other."""
    source = os.path.realpath(source)
    if not os.path.isfile(source):  # noqa: PTH113 - thousands of files: paths stay strings
        return
    state = os.stat(source)  # noqa: PTH116
    rights = state.st_mode & (stat.S_IWGRP | stat.S_IWOTH | stat.S_IROTH)
    if rights == stat.S_IROTH and state.st_uid == 0:
        with contextlib.suppress(OSError):  # another file system, most often
            os.link(source, target)
            return
    shutil.copy2(source, target)  # with its time, by which bytecode is known to be fresh
    os.chown(target, 0, 0)
    Path(target).chmod(0o755 if state.st_mode & stat.S_IXUSR else 0o644)
