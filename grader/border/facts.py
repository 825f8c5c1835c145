"""What the two ends say of objects, and beside frames: closed structures, checked when read.

An object crosses as `[tag, part, ...]`. The jail's own are `object`, `class`, `function`,
`iterator`, `module` and `error`; the examiner's own are `test` and `error`.
`["yours", number]` is an object of the receiver's, `["named", module, name]` one that both have.
"""

from typing import Annotated, Any, Literal, TypedDict, TypeVar

import msgspec

from .connection import Malformed

Name = Annotated[str, msgspec.Meta(max_length=400)]
Text = Annotated[str, msgspec.Meta(max_length=100_000)]
_MANY = 2000
_S = TypeVar("_S")


class Facts(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True, gc=False):
    """The parts of one value, which crosses behind its tag."""


class ObjectFacts(Facts, frozen=True, tag="object"):
    """An instance that stays in the jail."""

    number: int
    cls: Any  # as a value
    base: Any = None  # the content of an immutable type that its class extends
    is_container: bool = False  # of which the content is asked for
    is_callable: bool = False
    is_iterable: bool = False
    binds: bool = False  # to an object, by a `__get__` of its own


class ClassFacts(Facts, frozen=True):
    """A class that stays in the jail: what the examiner asks when it meets one."""

    number: int
    name: Name
    qualname: Name
    module: Name
    bases: Annotated[list[Any], msgspec.Meta(max_length=_MANY)]  # as values
    overrides: Annotated[list[Name], msgspec.Meta(max_length=_MANY)]  # names of built-in bases
    specials: Annotated[list[Name], msgspec.Meta(max_length=_MANY)]
    is_hashable: bool


class FunctionFacts(Facts, frozen=True, tag="function"):
    """A function or another callable that stays in the jail."""

    number: int
    name: Name
    qualname: Name
    module: Name
    flags: int = 0  # of its code
    binds: bool = True  # to an object, as Python's functions do
    line: int = 1
    kind: Name = "function"  # the name of its type


class IteratorFacts(Facts, frozen=True, tag="iterator"):
    """A generator, another iterator or a coroutine that stays in the jail."""

    number: int
    name: Name
    is_coroutine: bool = False


class ModuleFacts(Facts, frozen=True, tag="module"):
    """A module of the submission."""

    number: int
    name: Name


class ErrorFacts(Facts, frozen=True, tag="error"):
    """An exception, with what it holds."""

    number: int
    cls: Any  # as a value; of the test's own classes the names along its inheritance
    args: list[Any]
    state: list[tuple[Name, Any]]
    text: Text
    types: Annotated[list[tuple[Name, Name]], msgspec.Meta(max_length=200)]
    file: Name = ""  # of the submission, with the innermost line of it
    line: int = 0
    linked: tuple[Any, Any] = (None, None)  # its cause, and its context
    suppress_context: bool = False


class TestFacts(Facts, frozen=True, tag="test"):
    """An object of the test, as the jail knows it."""

    number: int
    kind: Name  # function, class or object
    name: Name
    is_callable: bool = False
    specials: list[Name] = []
    doc: Text | None = None


# -- beside each frame: what makes both ends level before it is read


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


for _known in (FromExaminer, FromJail, *Facts.__subclasses__()):
    msgspec.msgpack.Decoder(_known)  # what types there are is looked up once, and not in each fork


def read(kind: type[_S], parts: list[Any] | dict[str, Any]) -> _S:
    """Check the parts of a tagged value, or what goes beside a frame; raises Malformed."""
    try:
        return msgspec.convert(parts, kind, builtin_types=(bytes,))
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed(f"{kind.__name__}: {error}") from None


def cut(text: object, length: int = 400) -> str:
    """Shorten a text, and make it one that UTF-8 can write."""
    if type(text) is str and len(text) <= length and text.isascii():
        return text
    return str(text)[:length].encode("utf-8", "replace").decode()
