"""What the two ends tell each other of objects: closed structures, checked as they are read."""

from typing import Annotated, Any, TypeVar

import msgspec

from .connection import Malformed

Name = Annotated[str, msgspec.Meta(max_length=400)]
Text = Annotated[str, msgspec.Meta(max_length=100_000)]
_MANY = 2000
_S = TypeVar("_S", bound="Facts")


class Facts(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True, gc=False):
    """The parts of one tagged value."""

    def wire(self, tag: str) -> list[Any]:
        """Write the parts behind a tag."""
        return [tag, *msgspec.structs.astuple(self)]


class ObjectFacts(Facts, frozen=True):
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
    doc: Text | None
    bases: Annotated[list[Any], msgspec.Meta(max_length=_MANY)]  # as values
    overrides: Annotated[list[Name], msgspec.Meta(max_length=_MANY)]  # names of built-in bases
    specials: Annotated[list[Name], msgspec.Meta(max_length=_MANY)]
    match_args: list[Name] | None
    is_hashable: bool


class FunctionFacts(Facts, frozen=True):
    """A function or another callable that stays in the jail."""

    number: int
    name: Name
    qualname: Name
    module: Name
    doc: Text | None = None
    flags: int = 0  # whether it makes generators or coroutines, as its code says
    binds: bool = True  # to an object, as Python's functions do
    line: int = 1
    kind: Name = "function"  # the name of its type


class IteratorFacts(Facts, frozen=True):
    """A generator or another iterator that stays in the jail; or what has one."""

    number: int
    name: Name
    is_coroutine: bool = False


class ModuleFacts(Facts, frozen=True):
    """A module of the submission."""

    number: int
    name: Name
    doc: Text | None = None


class ErrorFacts(Facts, frozen=True):
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


class TestFacts(Facts, frozen=True):
    """An object of the test, as the jail knows it."""

    number: int
    kind: Name  # function, class or object
    name: Name
    is_callable: bool = False
    specials: list[Name] = []
    doc: Text | None = None


def read(facts: type[_S], wire: list[Any]) -> _S:
    """Check the parts behind a tag; raises Malformed."""
    try:
        return msgspec.convert(wire[1:], facts)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed(f"{facts.__name__}: {error}") from None


def cut(text: object, length: int = 400) -> str:
    """Make a text fit to be told."""
    return str(text)[:length].encode("utf-8", "replace").decode()
