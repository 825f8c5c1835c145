"""Lets in what a submission gave, as the gate decides: live, as what it holds, or inert.

Where the reference gave plain data, an object that extends a built-in type becomes plain data too,
once and whole, and no question about it leaves this process again. An honest subclass loses
nothing: handed back as it was, it is the student's own object over there, and what is changed in
it there is seen here.
"""

from collections import deque
from collections.abc import Iterator
from itertools import count
from typing import Any

from grader.bridge import gate, policy
from grader.wire import describe, libraries
from grader.wire.atoms import ATOM_WRITERS, Malformed
from grader.wire.classes import RemoteObject
from grader.wire.containers import BASES, base_of, empty, fill, is_mixed, is_unchanged, item_path
from grader.wire.functions import RemoteCoroutine, RemoteFunction, RemoteIterator
from grader.wire.marshal import Marshal
from grader.wire.standins import WRAPS, StandIn, number_of, own_dict
from grader.wire.values import BESIDE, THROWN, Box, Value

from .gate import Answer
from .inert import Inert
from .operators import extends_data
from .questions import Asking, Spot, note_origin

_RUN = "!run"  # ends the path of what runs: what it gives is no object for its sake
_RUNS = ("iterator", "coroutine")
_BEGINS_A_LOOP = (("special", "__iter__"), ("special", "__aiter__"))
_NARROWED = {("special", "__get__"): gate.BOUND, ("special", "__reversed__"): gate.REVERSED}
_MRO = type.__dict__["__mro__"].__get__
_HARMLESS = (Inert, RemoteIterator, RemoteCoroutine)  # right anywhere, or already refused
_OBJECT = frozenset((StandIn,))
_PLAIN = frozenset(ATOM_WRITERS)
_ORDERED = (list, tuple, deque)
_HOLDERS = (*BASES, tuple, frozenset)
_HELD = "_grader_held"
_PARTS = 3  # kind, keys, items


def admitted(link: Any, asking: Asking, made: Any, kind: str, path: str) -> Any:
    """Give an object as it is let in, or None where it is refused."""
    learned = _learned(link, asking, made, kind, path)
    is_instance = kind == "instance"
    if learned != gate.BESIDE and (kind == "iterator" or (is_instance and extends_data(made))):
        note_origin(made, asking, path)
    given = frozenset[str]()
    if learned not in (gate.BESIDE, gate.GAVE):  # or it would be learned of a reference
        given = _given(link, asking, made, kind, path)
    answer = gate.decide(f"got {kind}", learned, given)
    if answer is Answer.OBJECT:
        return made
    if answer is Answer.CONTENT:
        return link.plains.taken(made)
    if answer is Answer.CALLED:
        return made if isinstance(made, RemoteFunction) else _calling(link, made)
    return _items(made) if answer is Answer.ITEMS else None


def are_admitted(link: Any, asking: Asking, value: Any, path: str) -> bool:
    """Whether what a container holds that comes again is right in this place, too.

    It was looked at where it came from: as a result of another function, as an argument, beside
    what is printed.
    """
    for deep in _below(value, path, set(), False):
        learned = gate.GAVE if link.learned.admits_object(Spot(asking, deep)) else gate.NEVER
        if gate.decide("got known", learned) is not Answer.OBJECT:
            return False
    return True


def _learned(link: Any, asking: Asking, made: Any, kind: str, path: str) -> str:
    """Say what the reference's run did where an object arrives."""
    if link.building or asking.op == "import":
        return gate.BESIDE
    if kind == "class" and path.endswith(THROWN) and issubclass(made, BaseException):
        return gate.RAISED  # it says no more than which `except` takes what was raised
    whole = link.learned.admits_object(Spot(asking, path + _RUN if kind in _RUNS else path))
    if whole or (kind == "instance" and link.learned.admits_object(Spot(asking, path + _RUN))):
        return gate.GAVE
    if asking.is_import() and kind in ("function", "class"):
        return gate.NAMED if link.learned.is_in_case() else gate.NEVER  # pytest would collect it
    return gate.NEVER if path else _needed(link, asking, made)


def _needed(link: Any, asking: Asking, made: Any) -> str:
    """Say what an object is there for, whatever the reference gave."""
    asked = asking[1:3]
    if asked in _BEGINS_A_LOOP:
        return gate.LOOPED  # never data: `iter` takes nothing but an iterator, whatever it is
    if link.learned.admits_target(asking):
        return gate.HELD
    is_object = isinstance(made, RemoteObject | RemoteFunction)
    return _NARROWED.get(asked, gate.NEVER) if is_object else gate.NEVER


def _given(link: Any, asking: Asking, made: Any, kind: str, path: str) -> frozenset[str]:
    if kind == "instance" and extends_data(made) and _holds_data(link, asking, made, path):
        return frozenset((gate.DATA,))
    if kind == "yours" and policy.decides_equality(made):
        return frozenset((gate.MATCHER,))
    return frozenset()


def _holds_data(link: Any, asking: Asking, made: Any, path: str) -> bool:
    inner = _below(describe.base_content(made), path, set(), True)
    return all(link.learned.admits_object(Spot(asking, deep)) for deep in inner)


def _items(made: Any) -> Iterator[Any]:
    # a sequence without `__reversed__` Python goes through from the end
    yield from made


def _calling(link: Any, made: Any) -> RemoteFunction | None:
    # where the reference's decorator gives a function, Python binds it itself
    if not any(vars(cls).get("__call__") for cls in _MRO(type(made))):
        return None
    name = type(made).__name__
    facts = own_dict(made).get(WRAPS) or {**policy.MOCK_FACTS, "name": name, "qualname": name}
    function = RemoteFunction(link, number_of(made), facts)
    own_dict(function)["_grader_made"] = made  # while it lives, the jail keeps its object
    return function


def _below(value: Any, path: str, met: set[int], is_opened: bool) -> Iterator[str]:
    """Say where each object of the student's lies in a value, by the paths of reading it.

    With `is_opened`, one that extends a built-in type is what it holds.
    """
    if _is_theirs(value):
        if not is_opened or not extends_data(value):
            yield path
            return
        value = describe.base_content(value)
    if id(value) in met:
        return
    met.add(id(value))
    kind = libraries.kind_of(value)
    if kind is not None:
        beside, value = kind.take(value)
        yield from _below(beside, path + BESIDE, met, is_opened)
    if isinstance(value, _HOLDERS):
        for item, deeper in _items_of(value, path):
            yield from _below(item, deeper, met, is_opened)


def _items_of(value: Any, path: str) -> Iterator[tuple[Any, str]]:
    is_mapping = isinstance(value, dict)
    items = list(value.values()) if is_mapping else list(value)
    kinds = set(map(type, items))
    if not kinds <= _PLAIN:
        told = {StandIn if _is_theirs(item) else type(item) for item in items}
        names = value if is_mapping else count() if isinstance(value, _ORDERED) else ()
        is_numbered = names and is_mixed(told, _OBJECT)
        for item, name in zip(items, names or items, strict=False):
            yield item, item_path(path, name) if is_numbered else path + "[]"
    if is_mapping:
        yield from ((key, path + "[]") for key in value)


def _is_theirs(value: Any) -> bool:
    return number_of(value) > 0 and not isinstance(value, _HARMLESS)


def note_held(marshal: Marshal, made: Any, held: Value, path: str) -> None:
    """Remember what a container's stand-in holds at this crossing; raises Malformed."""
    if held is None:
        if _HELD in own_dict(made):  # it was looked at where it came from, and not here
            del own_dict(made)[_HELD]
        return
    if not isinstance(held, Box) or held.kind != "tuple" or len(held.items) != _PARTS:
        raise Malformed("content that is none")
    kind, *parts = held.items
    if not isinstance(kind, str) or not isinstance(made, BASES):
        raise Malformed("content of no container")
    keys, items = (marshal.load_items(part, path) for part in parts)
    own_dict(made)[_HELD] = (kind, keys, items)


class Plains:
    """The plain data of one submission that stand for objects of its own."""

    def __init__(self) -> None:
        self._by_object: dict[int, tuple[Any, Any]] = {}  # by id of the stand-in: it, its data
        self._by_data: dict[int, tuple[Any, Any]] = {}  # by id of the data: stand-in, snapshot

    def taken(self, made: Any) -> Any:
        """Give what an object holds as plain data; raises Malformed."""
        if not isinstance(made, BASES):
            return self.opened(describe.base_content(made))
        held = own_dict(made).pop(_HELD, None)
        known = self._by_object.get(id(made))
        if held is None and known is not None:
            return known[1]
        kind, keys, items = held or (base_of(made).__name__, [], [])  # it holds itself
        data = known[1] if known is not None else empty(kind, None, None)
        snapshot = fill(data, [self.opened(key) for key in keys], [self.opened(i) for i in items])
        self._by_object[id(made)] = (made, data)
        self._by_data[id(data)] = (made, snapshot)
        return data

    def opened(self, value: Any) -> Any:
        """Give a value with the data in place of objects that hold data, in what cannot change."""
        if isinstance(value, StandIn) and describe.data_base(type(value)) is not None:
            return self.opened(describe.base_content(value))
        if isinstance(value, StandIn) and _HELD in own_dict(value):
            return self.taken(value)
        if type(value) is tuple or type(value) is frozenset:
            return type(value)(map(self.opened, value))
        return value

    def object_of(self, value: Any) -> Any:
        """Give the student's own object for data that is as it came; else the value itself."""
        made, snapshot = self._by_data.get(id(value), (value, None))
        if made is value or not is_unchanged(value, snapshot):
            return value
        return made
