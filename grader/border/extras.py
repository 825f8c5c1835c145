"""What goes beside each frame, so that both ends are level before it is read."""

from typing import Any, Literal, TypedDict, TypeVar

import msgspec

from .connection import Malformed

_Extras = TypeVar("_Extras")


class FileChange(msgspec.Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """A file or a folder that is new or has changed, by its path below a kept folder."""

    path: str
    kind: Literal["file", "dir", "gone"]
    content: bytes = b""


class FromExaminer(TypedDict, total=False):
    """What the jail must know of the test, before it reads the frame."""

    case: bool  # whether a case begins
    dropped: list[int]  # handles that nothing of the test holds any more
    forgotten: list[int]  # containers, likewise
    patches: list[list[Any]]  # module or class, name, and the value unless it is its own again
    environ: dict[str, str | None]
    argv: list[str]
    stdin: str  # what is left to read
    seeds: dict[str, Any]  # by the module whose `seed` was called
    files: dict[str, list[FileChange]]  # by folder
    folder: tuple[str, str]  # the current one: a kept folder, and the path below it


class FromJail(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What the test must know of the submission."""

    printed: list[tuple[Literal[1, 2], str]] = []  # 1 is stdout, 2 is stderr
    warnings: list[tuple[str, str, str, str, int]] = []  # text, type by module, name; file, line
    read: int = 0  # characters of `stdin` since it was sent
    files: dict[str, list[FileChange]] = {}


def read_extras(extras: dict[str, Any], kind: type[_Extras]) -> _Extras:
    """Check what the other end says beside a frame; raises Malformed."""
    try:
        return msgspec.convert(extras, kind, builtin_types=(bytes,))
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed(f"something else beside a frame: {error}") from None
