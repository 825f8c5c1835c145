"""Makes folders and files that are this user's alone, and refuses folders that are not.

In a folder of ours that nobody else may write nothing is planted: no link, no pipe, no forged
file. So a folder is looked at before it is used, and what lies in it need not be. Members of a
group that may write are trusted. Where files have no such owner, as on Windows, nothing is refused.
"""

import os
import stat
from itertools import pairwise
from pathlib import Path

from grader.errors import UsageError

_UMASK = 0o077
_OURS_ALONE = 0o700
OTHER_PLACE = "Name another place."
_FILE = 0o600
ROOT = 0  # may do everything anyway
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keep_to_ourselves() -> None:
    """Have this process and those that it starts make everything for this user alone."""
    os.umask(_UMASK)


def own_folder(path: Path, advice: str) -> Path:
    """Make a folder where there is none; raise UsageError for a link and one that is not ours.

    `advice` is a sentence that says how another one is named.
    """
    refuse_others(path, advice)
    path.mkdir(mode=_OURS_ALONE, parents=True, exist_ok=True)
    refuse_others(path, advice)  # somebody may have been faster
    return path


def private_folder(path: Path, advice: str) -> Path:
    """Do the same for a folder that holds nothing but ours: others' rights to it are taken."""
    own_folder(path, advice)
    close_to_others(path)
    return path


def close_to_others(path: Path) -> None:
    """Take from others what an earlier version let them read."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & _OTHERS and os.name == "posix":
        path.chmod(mode & ~_OTHERS)


def refuse_others(path: Path, advice: str) -> None:
    """Raise UsageError where what lies at a path, or will, is another user's to choose."""
    if os.name == "posix":
        _refuse(path, _fault(_meant(path)) or fault_above(path), advice)


def refuse_above(path: Path, advice: str) -> None:
    """Raise UsageError where a folder that leads to a path is another user's to choose."""
    if os.name == "posix":
        _refuse(path, fault_above(path), advice)


def user_named(uid: int) -> str:
    """Name a user for a sentence."""
    import pwd

    try:
        return f"user {pwd.getpwuid(uid).pw_name}"
    except KeyError:
        return f"user {uid}"


def write_whole(path: Path, data: bytes, mode: int = _FILE) -> None:
    """Write a file as a whole in the place of an earlier one, or of a link; ours alone to read."""
    import tempfile  # half of the commands write nothing

    handle, part = tempfile.mkstemp(prefix=".part-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if mode != _FILE:
            Path(part).chmod(mode)
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


def write_named(path: Path, data: bytes) -> None:
    """Write where somebody has said: a file as a whole; else into a device, pipe or link.

    Raises UsageError for one of those, and for a folder that leads there, of another user's.
    """
    refuse_above(path, OTHER_PLACE)
    found = _found(path)
    if found is None or stat.S_ISREG(found.st_mode):
        write_whole(path, data)
        return
    if os.name == "posix" and found.st_uid not in (os.geteuid(), ROOT):
        raise UsageError(f"{path} belongs to {user_named(found.st_uid)}. {OTHER_PLACE}")
    path.write_bytes(data)


def fault_above(path: Path) -> str | None:
    """Say what is wrong with the folders that lead to a path, as it is named and as it is meant.

    What stands where everybody may write must be ours or root's, or new.
    """
    return _fault_above(_named(path)) or _fault_above(_meant(path))


def _refuse(path: Path, fault: str | None, advice: str) -> None:
    if fault is not None:
        raise UsageError(f"{path} {fault}. {advice}")


def _named(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 - a link stays one


def _meant(path: Path) -> Path:
    named = _named(path)
    return named.parent.resolve() / named.name


def _fault(place: Path) -> str | None:
    found = _found(place)
    if found is None:
        return None
    fault = _fault_of_owner(found)
    if fault is None and stat.S_ISDIR(found.st_mode) and found.st_mode & stat.S_IWOTH:
        return "may be written by every user of this machine"
    return fault


def _fault_above(place: Path) -> str | None:
    for below, above in pairwise(place.parents):
        found = _found(below)
        if found is None or found.st_uid == ROOT:
            continue
        where = _found(above.resolve())
        if where is None or not where.st_mode & stat.S_IWOTH:
            continue
        if (fault := _fault_of_owner(found)) is not None:
            return f"lies in {below}, which {fault}"
    return None


def _fault_of_owner(found: os.stat_result) -> str | None:
    if stat.S_ISLNK(found.st_mode):
        return "is a link, and nothing is written through one"
    if found.st_uid != os.geteuid():
        return f"belongs to {user_named(found.st_uid)}, who could read and forge what is in it"
    return None


def _found(place: Path) -> os.stat_result | None:
    try:
        return place.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
