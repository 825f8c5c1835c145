"""Remembers that the strongest isolation held here, so that not every command starts a jail to see.

It is remembered only for this machine as it was then. What was taken from the machine since without
a trace shows when a jail is started: each layer is put on, or nothing is. A weaker level is never
remembered: a stronger one that failed once, on a busy machine say, may hold the next time.
"""

import contextlib
import hashlib
import os
import sys
from pathlib import Path

from grader.ground.folders import write_whole
from grader.ground.own_code import own_digest
from grader.jail.bubblewrap import programs
from grader.jail.kept_answers import seen, text_of
from grader.jail.spec import Isolation

_STRONGEST: Isolation = "full"
_NAME = "isolation"
_RIGHTS = Path("/proc/self/status")
_OF_RIGHTS = ("Uid:", "Cap", "NoNewPrivs:", "Seccomp")
_SAID_BY_KERNEL = (
    "/proc/sys/kernel/random/boot_id",
    "/proc/sys/kernel/unprivileged_userns_clone",
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    "/proc/sys/user/max_user_namespaces",
    "/proc/self/attr/current",
)
_NAMESPACES = "/proc/self/ns"


def cached_isolation(folder: Path) -> Isolation:
    """Name the strongest level that holds here; it is tried where the folder does not know it."""
    return _STRONGEST if is_known_to_hold(folder) else tried_isolation(folder)


def tried_isolation(folder: Path) -> Isolation:
    """Try what holds here, whatever the folder knows, and have it know what came of that."""
    from grader.jail.isolation import best_isolation  # starts jails

    level = best_isolation()
    with contextlib.suppress(OSError):  # then the next command tries again
        if level == _STRONGEST:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / _NAME, _place().encode())
        else:
            (folder / _NAME).unlink(missing_ok=True)
    return level


def is_known_to_hold(folder: Path) -> bool:
    """Whether the strongest level held when it was last tried here."""
    return text_of(folder / _NAME) == _place()


def _place() -> str:
    """Name all of this machine, this process and this grader that a jail rests on."""
    rights = [line for line in text_of(_RIGHTS).splitlines() if line.startswith(_OF_RIGHTS)]
    parts = [
        *map(str, (os.uname(), sys.version, sys.executable)),
        *map(text_of, map(Path, _SAID_BY_KERNEL)),
        *rights,
        *_namespaces(),
        *map(seen, programs()),
        own_digest("jail", "inside", "ground"),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _namespaces() -> list[str]:
    try:
        return sorted(str(entry.readlink()) for entry in Path(_NAMESPACES).iterdir())
    except OSError:
        return []
