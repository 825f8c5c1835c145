"""Values to and from the wire: containers keep their identity and are brought level.

Each side numbers the mutable containers that it introduces (one side odd, the other even).
While both sides can still reach a container, its content is compared at every crossing with
what was last sent, and sent again where it changed. A side that holds a container no more
says so, and nobody compares it from then on.
"""

import functools
import operator
import types
import typing
from collections import OrderedDict
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from . import arrays, cpython, libraries
from .atoms import (
    ATOM_WRITERS,
    INT_MAX,
    INT_MIN,
    Malformed,
    ValueTooLarge,
    dump_int,
    dump_str,
    load_atom,
)
from .containers import (
    BASES,
    base_of,
    content_of,
    empty,
    fill,
    is_mixed,
    is_unchanged,
    item_path,
)
from .kinds import Kind, Lack
from .values import BESIDE, MAX_DEPTH, MAX_ITEMS, Atom, Blob, Box, Known, Mine, Raised, Value, Yours

_PLAIN = frozenset((type(None), bool, float))
_PLAIN_ON_THE_WIRE = frozenset((type(None), bool, float, int, str))
_SHARED = frozenset(BASES)
_OBJECTS: frozenset[type] = frozenset((Mine, Yours, Raised))
LEVEL = "~"  # where what a changed container holds lies: in no answer
_ORDERED = ("list", "deque")


class ObjectSide:
    """Whoever knows the objects that do not cross as data."""

    def dump_object(self, value: Any) -> Value:
        """Write an object that is not data."""
        raise NotImplementedError

    def load_object(self, value: Any, path: str) -> Any:
        """Read an object that is not data, so deep in a value; raises Malformed."""
        raise NotImplementedError

    def admit_known(self, value: Any, path: str) -> Any:
        """Decide on a container that comes again: it may hold what is not right in this place."""
        return value

    def note_lack(self, lack: Lack) -> None:
        """Take note of what a value that came lacks."""


class Marshal:
    """The two-way dictionary of one side; `first` is 1 or 2, the other side has the other."""

    def __init__(self, objects: ObjectSide, first: int) -> None:
        self._objects = objects
        self._next = first
        self._shared: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}
        self._snapshots: dict[int, Any] = {}
        self._kinds: dict[int, Kind] = {}  # of the values of libraries
        self._has_lack = False  # whether a library's value has come that lacks something
        self._has_owner = False  # whether what is read is part of a library's value
        self._budget = MAX_ITEMS
        self._depth = 0

    def start_message(self) -> None:
        """Begin counting items anew."""
        self._budget = MAX_ITEMS

    # -- writing

    def dump(self, value: Any) -> Value:
        """Write any value; raises ValueTooLarge."""
        writer = ATOM_WRITERS.get(type(value))
        if writer is not None:
            return writer(value)
        if self._depth >= MAX_DEPTH:
            raise ValueTooLarge(type(value).__name__)
        self._depth += 1
        try:
            return self._dump_deep(value)
        finally:
            self._depth -= 1

    def _dump_deep(self, value: Any) -> Value:
        kind = type(value)
        if kind in _SHARED:
            return self.dump_container(value)
        library = libraries.kind_of(value)
        if library is not None:
            return self._box(0, value) if library.change is None else self.dump_container(value)
        if kind in _FIXED_KINDS:
            name = _FIXED_KINDS[kind]
            _, items_of, _ = _FIXED[name]
            return Box(name, 0, self._items(value, items_of(value)))
        scalar = arrays.dump_scalar(value)
        return self._objects.dump_object(value) if scalar is None else scalar

    def dump_container(self, value: Any, cls: Value = None) -> Value:
        """Write a container under its number; `cls` names a subclass with nothing of its own."""
        number = self._numbers.get(id(value))
        if number is not None:
            return Known(number)
        number = self._next
        self._next += 2
        self._share(number, value)
        box = self._box(number, value)
        box.cls = cls
        return box

    def _box(self, number: int, value: Any) -> Box:
        kind = self._kinds.get(number) or libraries.kind_of(value)
        content = content_of(value) if kind is None else kind.content_of(value)
        if kind is not None and number:
            self._kinds[number] = kind
            self._spend(value, int(getattr(value, "size", 0)))
        if number:
            self._snapshots[number] = content.snapshot
        # in the order in which they are read: an object is described where it first stands
        extra = self.dump(content.extra)
        keys = self._items(value, content.keys) if content.keys else []
        items = self._items(value, content.items)
        return Box(content.kind, number, items, keys, extra)

    def _items(self, owner: Any, items: list[Any]) -> list[Value]:
        self._spend(owner, len(items))
        kinds = set(map(type, items))
        if kinds <= _PLAIN:
            return items
        if kinds == {int}:
            is_small = min(items) >= INT_MIN and max(items) <= INT_MAX
            return items if is_small else [dump_int(i) for i in items]
        if kinds == {str}:
            return [dump_str(i) for i in items]
        return [self.dump(i) for i in items]

    def _spend(self, owner: Any, count: int) -> None:
        self._budget -= count
        if self._budget < 0:
            raise ValueTooLarge(type(owner).__name__)

    def _share(self, number: int, value: Any) -> None:
        self._shared[number] = value
        self._numbers[id(value)] = number

    # -- reading

    def load(self, value: Value, path: str = "") -> Any:
        """Read any value; raises Malformed."""
        kind = type(value)
        if kind in _PLAIN_ON_THE_WIRE:
            return value
        if isinstance(value, Box):
            return self._load_box(value, path)
        if isinstance(value, Known):
            return self._objects.admit_known(self._find_again(value.number), path)
        if isinstance(value, Blob):
            return value.data
        if isinstance(value, Atom):
            if value.kind == "array" and not self._has_owner:
                raise Malformed("an array that is part of nothing")
            return load_atom(value)
        return self._objects.load_object(value, path)

    def load_items(self, value: Value, path: str) -> list[Any]:
        """Read the items of a tuple as those of a container at a path; raises Malformed."""
        if not isinstance(value, Box) or value.kind != "tuple":
            raise Malformed("items that are none")
        return self._load_all(value.items, path, count())

    def _find_again(self, number: int) -> Any:
        found = self._find(number)
        for lack in libraries.lacks_in(found) if self._has_lack else ():
            self._objects.note_lack(lack)
        return found

    def _find(self, number: int) -> Any:
        try:
            return self._shared[number]
        except KeyError:
            raise Malformed("a container that never crossed") from None

    def _load_all(
        self, items: list[Value], path: str, names: Iterable[Value] | None = None
    ) -> list[Any]:
        kinds = set(map(type, items))
        if kinds <= _PLAIN_ON_THE_WIRE:
            return items
        if names is None or not is_mixed(kinds, _OBJECTS):
            deeper = path + "[]"
            return [self.load(i, deeper) for i in items]
        return [self.load(i, item_path(path, n)) for i, n in zip(items, names, strict=False)]

    def _load_box(self, box: Box, path: str) -> Any:
        if box.kind in _FIXED:
            _, _, make = _FIXED[box.kind]
            try:
                names = count() if box.kind == "tuple" else None
                self._note_plain(box)
                return make(self._load_all(box.items, path, names))
            except (TypeError, ValueError) as error:
                raise Malformed(f"{box.kind}: {error}") from error
        library = libraries.BY_NAME.get(box.kind)
        is_shared = library is None or library.change is not None
        is_free = box.number > 0 and box.number not in self._shared
        if is_shared and not (is_free and (box.number - self._next) % 2):
            raise Malformed("a container under a number that is not free")
        if library is None:
            return self._load_plain(box, path)
        beside = self._as_part(self.load, box.extra, path + BESIDE)
        made = library.checked(library.make, beside, len(box.items) if is_shared else 0)
        if is_shared:
            self._share(box.number, made)
            self._change(library, made, box, beside, path)
        self._note_lack(library.lack_of(made))
        return made

    def _load_plain(self, box: Box, path: str) -> Any:
        extra = self.load(box.extra, path + BESIDE)
        made = empty(box.kind, extra, None if box.cls is None else self.load(box.cls, path))
        self._share(box.number, made)
        self._refill(made, box, path)
        self._note_plain(box)
        return made

    def _as_part(self, load: Callable[[Any, str], Any], written: Any, path: str) -> Any:
        outer, self._has_owner = self._has_owner, True
        try:
            return load(written, path)
        finally:
            self._has_owner = outer

    def _change(self, kind: Kind, made: Any, box: Box, beside: Any, path: str) -> None:
        kind.change_to(made, beside, self._as_part(self._load_all, box.items, path))
        self._kinds[box.number] = kind
        self._snapshots[box.number] = kind.take(made)

    def _note_lack(self, lack: Lack | None) -> None:
        if lack is not None:
            self._has_lack = True
            self._objects.note_lack(lack)

    def _note_plain(self, box: Box) -> None:
        if not box.items and not self._has_owner:
            self._objects.note_lack(Lack.PLAIN_ITEMS)

    def _refill(self, made: Any, box: Box, path: str) -> None:
        names = box.keys or (count() if box.kind in _ORDERED else None)
        keys = self._load_all(box.keys, path)
        items = self._load_all(box.items, path, names)
        self._snapshots.pop(box.number, None)  # what is filled in part is no change of this side
        self._snapshots[box.number] = fill(made, keys, items)

    # -- keeping level

    def changes(self) -> list[tuple[int, Value]]:
        """Write every shared container whose content differs from what was last sent."""
        changed = [number for number in self._shared if self._has_changed(number)]
        return [(number, self._box(number, self._shared[number])) for number in changed]

    def _has_changed(self, number: int) -> bool:
        if number not in self._snapshots:  # a set or dictionary that asks its items for hashes
            return False
        value, snapshot = self._shared[number], self._snapshots[number]
        kind = self._kinds.get(number)
        if kind is None:
            return not is_unchanged(value, snapshot)
        return not libraries.is_same(kind.take(value), snapshot)

    def apply(self, changes: list[tuple[int, Value]]) -> None:
        """Take over the other side's changes; raises Malformed."""
        for number, box in changes:
            value = self._find(number)
            if not isinstance(box, Box) or box.number != number:
                raise Malformed("a change that is no container")
            kind = self._kinds.get(number)
            if kind is not None and kind.name == box.kind:
                lacked = kind.lack_of(value)
                self._change(kind, value, box, self._as_part(self.load, box.extra, LEVEL), LEVEL)
                lack = kind.lack_of(value)
                self._note_lack(None if lack is lacked else lack)
            elif kind is None and base_of(value).__name__ == box.kind:
                self._refill(value, box, LEVEL)
            else:
                raise Malformed("a change of another kind")

    def release(self) -> list[int]:
        """Forget the containers that nobody here holds any more, and name them."""
        released = cpython.unheld(self._shared)
        self.forget(released)
        return released

    def mark(self) -> int:
        """Remember which containers have crossed, for `forget_since`."""
        return self._next

    def forget_since(self, mark: int) -> None:
        """Forget the containers of a message that was never sent."""
        self.forget([n for n in self._shared if n >= mark and (n - mark) % 2 == 0])

    def forget(self, numbers: list[int]) -> None:
        """Stop comparing containers that one side no longer holds."""
        for number in numbers:
            value = self._shared.pop(number, None)
            if value is not None:
                self._numbers.pop(id(value), None)
                self._snapshots.pop(number, None)
                self._kinds.pop(number, None)


def _views(method: str) -> tuple[type, ...]:
    mappings: tuple[dict[Any, Any], ...] = ({}, OrderedDict())
    return tuple(type(getattr(mapping, method)()) for mapping in mappings)


_Row = tuple[tuple[type, ...], Callable[[Any], list[Any]], Callable[[list[Any]], Any]]
# values that never change, and hold others: classes, what they hold, and the value of that
_FIXED: dict[str, _Row] = {
    "tuple": ((tuple,), list, tuple),
    "frozenset": ((frozenset,), list, frozenset),
    "slice": ((slice,), lambda v: [v.start, v.stop, v.step], lambda items: slice(*items)),
    "GenericAlias": (
        (types.GenericAlias,),
        lambda alias: [alias.__origin__, *typing.get_args(alias)],
        lambda items: types.GenericAlias(items[0], tuple(items[1:])),
    ),
    "UnionType": (
        (types.UnionType,),
        lambda union: list(typing.get_args(union)),
        lambda items: functools.reduce(operator.or_, items),
    ),
    "dict_keys": (_views("keys"), list, lambda items: dict.fromkeys(items).keys()),
    "dict_values": (_views("values"), list, lambda items: dict(enumerate(items)).values()),
    "dict_items": (_views("items"), list, lambda items: dict(items).items()),
}
_FIXED_KINDS = {cls: name for name, (classes, _, _) in _FIXED.items() for cls in classes}
