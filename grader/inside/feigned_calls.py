"""Has calls that the filter feigns fail where they would: on files and descriptors not there."""

import functools
import os
from collections.abc import Callable
from typing import Any

_FEIGNED = ("chmod", "fchmod", "fdatasync", "fsync", "utime")  # see the system calls of that name
_WHERE = ("dir_fd", "follow_symlinks")


def heed_what_is_missing() -> None:
    """Take the place of these functions, for the whole life of this process."""
    for name in _FEIGNED:
        real = getattr(os, name)
        heeding = _heeding(real)
        for able in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
            if real in able:
                able.add(heeding)
        setattr(os, name, heeding)


def _heeding(real: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(real)
    def heeding(*args: Any, **named: Any) -> None:
        real(*args, **named)  # which looks at its arguments first
        target: Any = args[0] if args else named.get("path", named.get("fd"))
        if hasattr(target, "fileno"):
            target = target.fileno()
        os.stat(target, **{name: named[name] for name in _WHERE if name in named})

    return heeding
