"""Names what is asked of a submission, so that the contract can be looked up for what comes back.

An author writes one line, and students write it in many styles behind it: a method is a function
in an attribute, a list is a generator. What differs in style only is looked up under both names.
"""

from collections.abc import Iterator
from types import FrameType, ModuleType
from typing import Any, NamedTuple

from grader.wire.standins import StandIn, own_dict

_ORIGIN = "_grader_origin"
_CALLED = "called"
# what gives one of the items of an object, where another object would be its items
_ITEM_OPS = frozenset("__iter__ __next__ __getitem__ __reversed__".split())
_ONE_ITEM = ("__next__", "__getitem__")  # a loop goes over an object by the one or by the other


def place_below(folder: str, frame: FrameType | None) -> str:
    """Name the innermost line of a hidden file that is being run."""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(folder):
            return f"{name[len(folder) :]}:{frame.f_lineno}"
        frame = frame.f_back
    return "-"


class Asking(NamedTuple):
    """One question: its place in the hidden file, what is done there and by what name."""

    place: str = "-"
    op: str = ""
    name: str = ""
    origin: "Spot | None" = None  # of the owner, where that stands for its items
    of_module: bool = False

    def is_call(self) -> bool:
        """Whether a function is called, by whatever way it was found."""
        return self.op in ("call", "inherited") or (
            self.op == "special" and self.name == "__call__"
        )

    def is_import(self) -> bool:
        """Whether a name of a module is fetched, which `import *` does with all of them."""
        return self.op == "get" and self.of_module

    def key(self) -> str:
        """Name the question."""
        what = "call " if self.is_call() else f"{self.op} {self.name}"
        return f"{self.place}|{what}"

    def recorded(self, path: str) -> Iterator[str]:
        """Name what the reference is noted to do here."""
        yield f"{self.key()}|{path}"
        if self.op == "method":
            yield f"{self.place}|{_CALLED}|{path}"
        if self.origin is not None:
            yield from self.origin.asking.recorded(self.origin.path + path)

    def looked_up(self, path: str) -> Iterator[str]:
        """Name what the reference may have done here for an object to be right."""
        keys = [self.key()]
        if self.op == "method":
            keys.append(f"{self.place}|call ")
        elif self.is_call():
            keys.append(f"{self.place}|{_CALLED}")
        elif self.op == "special" and self.name in _ONE_ITEM:
            keys = [f"{self.place}|special {name}" for name in _ONE_ITEM]
        for part in _outer(path):
            yield from (f"{key}|{part}" for key in keys)
        if self.origin is not None:
            yield from self.origin.asking.looked_up(self.origin.path + path)


class Spot(NamedTuple):
    """A question with how deep in its answer something lies."""

    asking: Asking
    path: str


def called(name: str) -> str:
    """Name a method that the reference called somewhere in the case."""
    return f"{_CALLED}|{name}"


def asking_for(place: str, op: str, args: tuple[Any, ...]) -> Asking:
    """Name a question by the words of the test only."""
    name, owner = "", args[0] if args else None
    if op in ("get", "method", "set") and len(args) > 1:
        name = str(args[1])
    elif op == "special" and len(args) > 2:
        name = str(args[2])
    # what a submission calls its own functions is no measure
    origin = None
    if name in _ITEM_OPS or op == "content":
        origin = own_dict(owner).get(_ORIGIN) if isinstance(owner, StandIn) else None
    return Asking(place, op, name, origin, isinstance(owner, ModuleType))


def note_origin(made: Any, asking: Asking, path: str) -> None:
    """Remember where an iterator, or an object that stands for a list, came from."""
    origin = Spot(asking, path + "[]")
    if asking.origin is not None and asking.name in ("__iter__", "__reversed__"):
        origin = asking.origin  # an iterator over the items is no item
    own_dict(made).setdefault(_ORIGIN, origin)


def _outer(path: str) -> Iterator[str]:
    # a list of objects is no more than the object that the reference gave in its place
    yield path
    while path.endswith("[]"):
        path = path.removesuffix("[]")
        yield path
