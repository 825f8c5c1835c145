"""Builds the root folder of a jail that has no mounts: links to or copies of its equipment."""

import contextlib
import os
import shutil
import stat
from pathlib import Path

from grader.jail.equipment import LEFT_OUT, Equipment

_READABLE_BY_ALL = stat.S_IROTH
_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_DEVICES = {"null": 3, "zero": 5, "random": 8, "urandom": 9}
_MEMORY_DEVICES = 1  # their major number


def build_root(root: Path, equipment: Equipment) -> None:
    """Make a root folder that a jail's user can read and not change."""
    root.mkdir(parents=True, exist_ok=True)
    root.chmod(0o755)
    for item in equipment.items():
        target = root / item.target.lstrip("/")
        _make_parents(root, target)
        if item.source.is_dir():
            without = LEFT_OUT if item == equipment.stdlib else ()
            _bring_folder(str(item.source), str(target), without)
        else:
            _bring_file(str(item.source), str(target), item.source.stat())
    _make_devices(root / "dev")


def _make_parents(root: Path, target: Path) -> None:
    for folder in reversed(target.relative_to(root).parents):
        made = root / folder
        if not made.exists():
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
                _bring_file(_itself(entry), place, entry.stat())


def _itself(entry: os.DirEntry[str]) -> str:
    return os.path.realpath(entry.path) if entry.is_symlink() else entry.path


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


def _make_devices(folder: Path) -> None:
    """Make the devices that harm nobody, where this container may make any."""
    folder.mkdir()
    folder.chmod(0o755)
    for name, minor in _DEVICES.items():
        path = folder / name
        with contextlib.suppress(OSError):
            os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(_MEMORY_DEVICES, minor))
            path.chmod(0o666)
