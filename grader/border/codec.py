"""Writes and reads plain data, the same at both ends; what is no data is left to the end.

Immutable data crosses as msgpack's own or as `[tag, part, ...]`. A mutable container crosses as
`["ref", number]`, and its content once, in the heap of the frame: new, changed, shared and cyclic
containers are one mechanism. Only types of the tables in data_types are ever built.
"""

import sys
from collections.abc import Callable, Iterable
from operator import is_
from typing import Any, NamedTuple, NoReturn, Protocol

import msgspec

from .connection import TELL, Frame, HeapEntry, Malformed, decode, encode
from .data_types import (
    BY_KIND,
    BY_TAG,
    NATIVE,
    ROWS,
    SHORT,
    Container,
    TooLarge,
    data_base,
    row_of_library,
)

MAX_DEPTH = 200
_LIBRARIES = ("numpy", "pandas")
_UNSHARED_REFERENCES = 2  # of a container that nothing but the table and the caller holds


class Side(Protocol):
    """The end that a codec belongs to."""

    def dump_object(self, value: Any) -> Any:
        """Write what is no plain data."""

    def load_object(self, wire: list[Any], path: str) -> Any:
        """Read what is no plain data, behind its tag; raises Malformed."""


class _Known(msgspec.Struct):
    """A container that both ends hold, with its content as both know it."""

    value: Any
    row: Container
    items: list[Any] | None = None  # None while it is being read
    beside: tuple[Any, ...] = ()

    def has_changed(self) -> bool:
        if self.items is None:
            return False
        row, value, known = self.row, self.value, self.items
        items = list(row.items(value))  # not by `content`: this is asked of each at every frame
        if len(items) != len(known) or not all(map(is_, items, known)):
            return True
        return row.beside is not None and row.beside(value) != self.beside


class Content(NamedTuple):
    """Stands for an object to be written as the container that its class extends.

    Where the other end hands the container back, it is the object.
    """

    owner: Any
    base: type


class Codec:
    """Values on their way through one connection, and the containers that both ends hold."""

    def __init__(self, side: Side, first_number: int) -> None:
        # called with a path, a count, and the data that was read
        self.note: Callable[[str, int, Any], None] | None = None
        self._side = side
        self._next = first_number  # the other end counts the other numbers
        self._known: dict[int, _Known] = {}
        self._numbers: dict[int, int] = {}  # by id
        self._waiting: list[tuple[int, _Known, int]] = []  # to be written, with their depth

    # -- writing

    def dump(self, value: Any) -> Any:
        """Write a value; its containers wait for `dump_heap`."""
        return self.dump_all([value])[0]

    def dump_all(self, values: Iterable[Any], depth: int = 0) -> list[Any]:
        """Write values of one level."""
        if depth > MAX_DEPTH:
            raise TooLarge("the data is nested too deeply to be handed over")
        wires = list(values)
        if _are_native(wires):
            return wires
        for position, value in enumerate(wires):
            kind = type(value)
            if kind in NATIVE and _is_native(value):
                continue
            if kind is Content:
                value, kind = value
            row = ROWS.get(kind)
            if row is None and kind.__module__.partition(".")[0] in _LIBRARIES:
                row = row_of_library(value)
            if isinstance(row, Container):
                number = self._numbers.get(id(value))
                if number is None:
                    number = self._numbers[id(value)] = self._next
                    self._next += 2
                    self._waiting.append((number, _Known(value, row), depth))
                wires[position] = ["ref", number]
                continue
            parts = None if row is None else list(row.parts(value))
            if row is not None and parts is not None and (not row.types or row.admits(parts)):
                wires[position] = [row.tag, *self.dump_all(parts, depth + 1)]
            else:
                wires[position] = self._side.dump_object(value)
        return wires

    def dump_heap(self, heap: list[HeapEntry]) -> None:
        """Write the containers that are new or have changed since the other end saw them."""
        for number, known in self._known.items():
            if known.has_changed():
                self._waiting.append((number, known, 0))
        while self._waiting:  # which grows by what is met
            number, known, depth = self._waiting.pop()
            self._known[number] = known
            items, known.beside = known.row.content(known.value)
            known.items = items
            kind: type = type(known.value)
            name = (kind if kind in ROWS else data_base(kind) or kind).__name__
            entry = HeapEntry(number, name, [])
            heap.append(entry)
            entry.items = self.dump_all(items, depth + 1)
            if known.beside:
                entry.beside = self.dump_all(known.beside)

    def drop(self, heap: list[HeapEntry]) -> None:
        """Forget the containers of a frame that could not be sent."""
        for number, known, _ in self._waiting:
            if number not in self._known:
                self._numbers.pop(id(known.value), None)
        self._waiting.clear()
        self.forget(entry.number for entry in heap)

    # -- reading

    def load(self, wire: Any, path: str = "") -> Any:
        """Read a value that came at a path; raises Malformed."""
        return self.load_all([wire], path)[0]

    def load_all(self, wires: list[Any], path: str = "", depth: int = 0) -> list[Any]:
        """Read values of one level that came at a path; raises Malformed."""
        if depth > MAX_DEPTH:
            raise Malformed("data nested too deeply")
        kinds = set(map(type, wires))
        if kinds <= NATIVE:
            count = len(wires)
            if self.note is not None and count:
                self.note(path, count, wires[0] if count == 1 else wires)
            return wires
        values = []
        for wire in wires:
            heard = value = wire
            if type(wire) is not list:
                if type(wire) not in NATIVE:
                    raise Malformed("a value of no known form")
            elif not wire or type(wire[0]) is not str:
                raise Malformed("a value without a tag")
            elif wire[0] == "ref":
                value, heard = self._find(wire), None
            elif (row := BY_TAG.get(wire[0])) is not None:
                inside = f"{path}.parts" if row.types is not None else _items_of(path)
                parts = self.load_all(wire[1:], inside, depth + 1)
                if not row.admits(parts):
                    raise Malformed(f"{row.tag} of other parts")
                heard = value = _build(row.build, *parts)
            else:
                values.append(self._side.load_object(wire, path))
                continue
            if self.note is not None:
                self.note(path, 1, heard)
            values.append(value)
        return values

    def _find(self, wire: list[Any]) -> Any:
        known = self._known.get(wire[1]) if len(wire) == 2 and type(wire[1]) is int else None
        if known is None:
            raise Malformed("a container that is not known")
        return known.value

    def load_heap(self, heap: list[HeapEntry], path: str = "") -> None:
        """Make or change the containers of a frame; what they hold came at the path's items."""
        inside = _items_of(path)
        read = []
        for entry in heap:
            row, known = BY_KIND.get(entry.kind), self._known.get(entry.number)
            is_new = known is None
            if row is None or (known is not None and (known.row is not row or known.items is None)):
                raise Malformed("a container of another kind, or one that is being read")
            beside = self.load_all(entry.beside, f"{inside}beside")
            if known is None:
                if entry.number % 2 == self._next % 2:
                    raise Malformed("a container under a number of this end's")
                known = self._known[entry.number] = _Known(_build(row.make, *beside), row)
                self._numbers[id(known.value)] = entry.number
            known.items = None
            read.append((entry, known, beside, is_new))
        for entry, known, beside, is_new in read:
            items = self.load_all(entry.items, inside)
            if not is_new and known.row.change is not None:
                _build(known.row.change, known.value, *beside)
            elif not is_new:
                known.value.clear()
            _build(known.row.fill, known.value, items)
            if beside and self.note is not None:
                self.note(path, 1, known.value)
        for _, known, _, _ in read:
            known.items, known.beside = known.row.content(known.value)

    # -- forgetting

    def forget_unshared(self) -> list[int]:
        """Drop the containers that only this table holds, unless the other end lacks a change."""
        found = []
        for number, known in self._known.items():
            is_shared = sys.getrefcount(known.value) > _UNSHARED_REFERENCES
            if not is_shared and not known.has_changed():
                found.append(number)
        if found:
            self.forget(found)
        return found

    def forget(self, numbers: Iterable[int] | None = None) -> None:
        """Drop containers, all where none are named: they are new when they cross again."""
        for number in list(self._known) if numbers is None else numbers:
            known = self._known.pop(number, None)
            if known is not None:
                self._numbers.pop(id(known.value), None)


def _are_native(values: list[Any]) -> bool:
    kinds = set(map(type, values))
    if kinds <= SHORT or not kinds <= NATIVE:
        return kinds <= SHORT
    try:
        encode(values)
    except (OverflowError, UnicodeEncodeError):
        return False  # of an int beyond 64 bits, of a text with half characters
    return True


def _is_native(value: Any) -> bool:
    if type(value) is int:
        return value.bit_length() < 64
    return type(value) is not str or value.isascii() or value.isprintable()


def _items_of(path: str) -> str:
    return path if path.endswith("[]") else f"{path}[]"


def _build(build: Callable[..., Any], *parts: Any) -> Any:
    try:
        return build(*parts)
    except (Malformed, RecursionError, MemoryError):
        raise
    except Exception as error:
        raise Malformed(f"data that cannot be built: {type(error).__name__}") from error


# -- data that is kept


class NotData(Exception):
    """A value holds something that cannot be kept; the text names its type."""


class _NoObjects:
    def dump_object(self, value: Any) -> NoReturn:
        raise NotData(type(value).__name__)

    def load_object(self, wire: list[Any], path: str) -> NoReturn:
        raise Malformed("an object in data")


def pack(value: Any) -> bytes:
    """Write plain data that is kept; raises NotData, or TooLarge."""
    codec = Codec(_NoObjects(), 1)
    frame = Frame(TELL, "", [codec.dump(value)])
    codec.dump_heap(frame.heap)
    return encode(frame)


def unpack(data: bytes) -> Any:
    """Read plain data that was kept, made anew each time; raises Malformed."""
    codec, frame = Codec(_NoObjects(), 2), decode(data)
    codec.load_heap(frame.heap)
    return codec.load_all(frame.body)[0]
