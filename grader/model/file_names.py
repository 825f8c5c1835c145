"""Says which names files of a lesson and of a submission may have."""

from pathlib import PurePosixPath

from .text import printable

_LONGEST = 200  # characters of a name: what every file system takes


def is_inside(value: object) -> bool:
    """Whether a name is a path below a folder, written in the one plain way."""
    if not isinstance(value, str) or printable(value, lines=False) != value or "\\" in value:
        return False
    path = PurePosixPath(value)
    leads_out = path.is_absolute() or ".." in path.parts
    is_plain = path.as_posix() == value and 0 < len(path.name) <= _LONGEST
    return is_plain and not leads_out
