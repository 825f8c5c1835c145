"""Names what is asked of a submission, so that the contract can be looked up for what comes back.

An author writes one line, and students write it in many styles behind it: a method is a function
in an attribute, a list is a generator. What differs in style only is looked up under both names.
"""

import re
from collections.abc import Container, Iterator
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple

from grader.wire import cpython
from grader.wire.special_methods import family, of
from grader.wire.standins import StandIn, own_dict

_ORIGIN = "_grader_origin"
_CALLED = "called"
_ANY_ITEM = "[*]"  # where nobody knows which item it is
_ITEM = re.compile(r"\[[^\]]*\]")
_LAST_ITEM = re.compile(r"\[[^\]]*\]$")
_LABELS = "_grader_labels"  # the names under which a test found a function in a module
# what gives one of the items of an object, where another object would be its items
_ITEM_OPS = of("iteration") | {"__getitem__"}
_ONE_ITEM = ("__next__", "__getitem__")  # a loop goes over an object by the one or by the other


def place_below(folder: str) -> str:
    """Name the innermost expression of a hidden file that is being run."""
    frame: FrameType | None = cpython.frame(1)
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(folder):
            known = _PLACES.get((id(code), frame.f_lasti))
            return known[0] if known is not None else _note_place(folder, frame)
        frame = frame.f_back
    return "-"


# by code and instruction: it is the same question for as long as the process lives
_PLACES: dict[tuple[int, int], tuple[str, CodeType]] = {}


def _note_place(folder: str, frame: FrameType) -> str:
    code = frame.f_code
    begins, ends, *columns = cpython.position(frame)
    where = f"{begins or frame.f_lineno}.{ends}.{'.'.join(map(str, columns))}"
    place = f"{code.co_filename[len(folder) :]}:{where}"
    _PLACES[id(code), frame.f_lasti] = (place, code)
    return place


class Asking(NamedTuple):
    """One question: its place in the hidden file, what is done there and by what name."""

    place: str = "-"
    op: str = ""
    name: str = ""
    origin: "Spot | None" = None  # of the owner, where that stands for its items
    of_module: bool = False
    callee: Any = None

    def is_call(self) -> bool:
        """Whether a function is called, by whatever way it was found."""
        return self.op in ("call", "inherited") or (
            self.op == "special" and self.name == "__call__"
        )

    def is_import(self) -> bool:
        """Whether a name of a module is fetched, which `import *` does with all of them."""
        return self.op == "get" and self.of_module

    def key(self) -> str:
        """Name the question; of operators as Python treats them: `a += b` may ask `a + b`."""
        name = family(self.name) if self.op == "special" else self.name
        what = "call " if self.is_call() else f"{self.op} {name}"
        return f"{self.place}|{what}"

    def by_label(self) -> Iterator[str]:
        """Name a call by each name that the test has for the function."""
        labels = own_dict(self.callee).get(_LABELS, ()) if isinstance(self.callee, StandIn) else ()
        yield from (f"{self.key()}|{label}" for label in labels)

    def recorded(self, path: str) -> Iterator[str]:
        """Name what the reference is noted to do here."""
        keys = [self.key(), *self.by_label()]
        if self.op == "method":
            keys.append(f"{self.place}|{_CALLED}")
        for part in _noted(path):
            yield from (f"{key}|{part}" for key in keys)
        if self.origin is not None:
            yield from self.origin.asking.recorded(self._below_origin(path))

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
            yield from self.origin.asking.looked_up(self._below_origin(path))

    def _below_origin(self, path: str) -> str:
        above = self.origin.path if self.origin is not None else ""
        if self.op == "content":  # all items at once, and each where it lies
            above = above.removesuffix(_ANY_ITEM)
        return above + path

    def is_denied(self, known: Container[str], path: str) -> bool:
        """Whether the reference's function of that name was called here, and gave no object."""
        return any(
            key in known and not any(f"{key}|{part}" in known for part in _outer(path))
            for key in self.by_label()
        )


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
    callee = owner if op == "call" else None
    return Asking(place, op, name, origin, isinstance(owner, ModuleType), callee)


def note_label(made: Any, name: str) -> None:
    """Remember a name under which a test found a function; several may mean the same."""
    if isinstance(made, StandIn) and not isinstance(made, type):
        own_dict(made).setdefault(_LABELS, set()).add(name)


def is_labelled(made: Any) -> bool:
    """Whether a test found a function in a module."""
    return isinstance(made, StandIn) and _LABELS in own_dict(made)


def note_origin(made: Any, asking: Asking, path: str) -> None:
    """Remember where an iterator, or an object that stands for a list, came from."""
    origin = Spot(asking, path + _ANY_ITEM)
    if asking.origin is not None and asking.name in ("__iter__", "__reversed__"):
        origin = asking.origin  # an iterator over the items is no item
    own_dict(made).setdefault(_ORIGIN, origin)


def _noted(path: str) -> tuple[str, ...]:
    # what an iterator gives has no number: it is looked up as any item of the reference's list
    return path.replace(_ANY_ITEM, "[]"), _ITEM.sub(_ANY_ITEM, path)


def _outer(path: str) -> Iterator[str]:
    """Say where an object may have lain in the reference's answer."""
    # a list of objects is no more than the object that the reference gave in its place
    while True:
        yield path
        if "[" in path:
            yield path.replace(_ANY_ITEM, "[]")
            yield _ITEM.sub("[]", path)
        if _ANY_ITEM in path:
            yield _ITEM.sub(_ANY_ITEM, path)
        last = _LAST_ITEM.search(path)
        if last is None:
            return
        path = path[: last.start()]
