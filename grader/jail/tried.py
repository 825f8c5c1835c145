"""Remembers which level of isolation held here, so that not every command starts a jail to see.

Only a level that held is remembered, and only for this machine as it was then. What was taken
from it since without a trace shows when a jail is started: each layer is put on, or nothing is.
"""

import contextlib
import hashlib
import os
import sys
from pathlib import Path
from typing import get_args

from grader.ground.folders import write_whole
from grader.ground.own_code import own_digest
from grader.jail.bubblewrap import programs
from grader.jail.spec import Isolation

_NAME = "isolation"
_RIGHTS = "/proc/self/status"
_OF_RIGHTS = ("Uid:", "Cap", "NoNewPrivs:", "Seccomp")
_SAID_BY_KERNEL = (
    "/proc/sys/kernel/random/boot_id",
    "/proc/sys/kernel/unprivileged_userns_clone",
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    "/proc/sys/user/max_user_namespaces",
    "/proc/self/attr/current",
)
_NAMESPACES = "/proc/self/ns"


def best_kept(folder: Path) -> Isolation:
    """Name the strongest level that holds here; it is tried where the folder does not know it."""
    level = recall_level(folder)
    if level is None:
        from grader.jail.isolation import best_isolation  # starts jails

        level = best_isolation()
        if level != "none":
            remember_level(folder, level)
    return level


def recall_level(folder: Path) -> Isolation | None:
    """Return the level that held when a jail was last tried here."""
    level, _, place = _read(str(folder / _NAME)).partition(" ")
    levels: tuple[Isolation, ...] = get_args(Isolation)
    if level in levels and place == _place():
        return levels[levels.index(level)]
    return None


def remember_level(folder: Path, level: Isolation) -> None:
    """Note that a level held."""
    with contextlib.suppress(OSError):  # then the next command tries again
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / _NAME, f"{level} {_place()}".encode())


def _place() -> str:
    """Name all of this machine, this process and this grader that a jail rests on."""
    rights = [line for line in _read(_RIGHTS).splitlines() if line.startswith(_OF_RIGHTS)]
    parts = [
        *map(str, (os.uname(), sys.version, sys.executable)),
        *map(_read, _SAID_BY_KERNEL),
        *rights,
        *_namespaces(),
        *map(_seen, programs()),
        own_digest("jail", "inside", "ground"),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _namespaces() -> list[str]:
    try:
        return sorted(str(entry.readlink()) for entry in Path(_NAMESPACES).iterdir())
    except OSError:
        return []


def _seen(program: Path) -> str:
    info = program.stat()
    return f"{program}|{info.st_size}|{info.st_mtime_ns}"


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
