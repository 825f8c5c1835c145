"""A program of its own: as root, arranges what a jail sees, becomes its user, starts it.

Takes one argument, a `Passage` as JSON. Uses nothing of ours, since it runs as root.
"""

import ctypes
import json
import os
import sys
from pathlib import Path
from typing import Any

_NEW_MOUNTS = 0x20000
_PRIVATE, _RECURSIVE, _BIND = 1 << 18, 1 << 14, 1 << 12
STAGE = "/tmp"  # noqa: S108 - exists everywhere; what is mounted here only this process's heirs see


def main(passage: dict[str, Any]) -> None:
    """Go through; what is here afterwards is the jail."""
    os.umask(0o022)  # the jail's user must reach what is staged
    if passage["stage"]:
        _stage(passage["stage"])
    if passage["root"]:
        os.chroot(passage["root"])
    os.chdir("/")
    os.setgroups([])
    os.setgid(passage["uid"])
    os.setuid(passage["uid"])
    os.execve(passage["argv"][0], passage["argv"], passage["environment"])  # noqa: S606 - its job


def _stage(sources: dict[str, str]) -> None:
    """Mount sources where the jail's user can reach them, whoever may enter their folders."""
    if ctypes.CDLL(None, use_errno=True).unshare(_NEW_MOUNTS):
        _fail("make a mount namespace")
    _mount("none", "/", _PRIVATE | _RECURSIVE)
    # The stage may cover a source, so all are opened first.
    opened = {place: os.open(source, os.O_PATH) for place, source in sources.items()}
    _mount("tmpfs", STAGE, 0, "tmpfs", "mode=0755,size=1m")
    for place, descriptor in opened.items():
        _make_place(f"{STAGE}/{place}", is_folder=Path(f"/proc/self/fd/{descriptor}").is_dir())
        _mount(f"/proc/self/fd/{descriptor}", f"{STAGE}/{place}", _BIND)
        os.close(descriptor)


def _make_place(place: str, *, is_folder: bool) -> None:
    path = Path(place)
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_folder:
        path.mkdir()
    else:
        path.touch()


def _mount(source: str, target: str, flags: int, kind: str = "", options: str = "") -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    texts = (item.encode() for item in (source, target, kind))
    if libc.mount(*texts, ctypes.c_ulong(flags), options.encode()):
        _fail(f"mount {source} on {target}")


def _fail(what: str) -> None:
    number = ctypes.get_errno()
    raise OSError(number, f"could not {what}: {os.strerror(number)}")


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
