"""Writes and reads plain data, the same at both ends; objects are for the end to name.

Immutable data crosses as msgpack's own or as `[tag, part, ...]`. A mutable container crosses as
`["ref", number]`, and its content once, in the heap of the frame: new, changed, shared and cyclic
containers are one mechanism. Nothing is built that the sender chose beyond the two tables here.
"""

import datetime
import decimal
import fractions
import pathlib
import re
import sys
import uuid
import zoneinfo
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from itertools import chain
from operator import attrgetter, index, is_
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from .arrays import FORMS, Form, class_of, form_of
from .connection import HeapEntry, Malformed

if TYPE_CHECKING:
    from .peer import Peer

MAX_DEPTH = 200
MAX_INT_BITS = 4_000_000
_NATIVE = frozenset((type(None), bool, int, float, str, bytes))
_ATOMIC = frozenset((type(None), bool, int, float, str))  # of which msgpack can encode a list whole
_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1
_UNSHARED_REFERENCES = 2  # of a container that nothing but the table and the caller holds


class TooLarge(ValueError):
    """A value has more digits, items or depth than may cross."""


def _read_int(digits: str) -> int:
    if len(digits) > MAX_INT_BITS // 4 + 3:
        raise Malformed("a number beyond the bound")
    return int(digits, 16)


def _read_decimal(text: str) -> decimal.Decimal:
    if len(text) > MAX_INT_BITS // 4:
        raise Malformed("a number beyond the bound")
    return decimal.Decimal(text)


def _read_path(text: str, is_concrete: bool) -> pathlib.PurePath:
    return pathlib.Path(text) if is_concrete else pathlib.PurePosixPath(text)


def _folding(cls: Any) -> Callable[..., Any]:
    return lambda *parts: cls(*parts[:-1], fold=parts[-1])


def _zone(value: Any) -> datetime.tzinfo | None:
    """Give the zone of a date or time as an offset; other zones have code of their own."""
    zone: datetime.tzinfo | None = value.tzinfo
    if zone is None or type(zone) is datetime.timezone or getattr(zone, "key", None):
        return zone
    offset = zone.utcoffset(value if isinstance(value, datetime.datetime) else None)
    return None if offset is None else datetime.timezone(offset)


def _read_zone(key: str) -> zoneinfo.ZoneInfo:
    if not re.fullmatch(r"\w[\w+-]*(/\w[\w+-]*)*", key, re.ASCII):
        raise Malformed("a time zone of no such name")
    return zoneinfo.ZoneInfo(key)


class _Row(NamedTuple):
    tag: str
    parts: tuple[str | Callable[[Any], Any], ...]  # attributes, or what gives each
    build: Callable[..., Any]


_CLOCK = ("hour", "minute", "second", "microsecond", _zone, "fold")
_IMMUTABLE: dict[type, _Row] = {
    int: _Row("int", (hex,), _read_int),  # beyond 64 bits
    str: _Row(
        "str",  # with half characters, which have no UTF-8
        (lambda v: v.encode("utf-8", "surrogatepass"),),
        lambda data: data.decode("utf-8", "surrogatepass"),
    ),
    complex: _Row("complex", ("real", "imag"), complex),
    type(Ellipsis): _Row("ellipsis", (), lambda: Ellipsis),
    type(NotImplemented): _Row("notimplemented", (), lambda: NotImplemented),
    range: _Row("range", ("start", "stop", "step"), range),
    slice: _Row("slice", ("start", "stop", "step"), slice),
    datetime.datetime: _Row(
        "datetime", ("year", "month", "day", *_CLOCK), _folding(datetime.datetime)
    ),
    datetime.date: _Row(
        "date", ("year", "month", "day"), lambda *day: datetime.date(*map(index, day))
    ),
    datetime.time: _Row("time", _CLOCK, _folding(datetime.time)),
    datetime.timedelta: _Row("timedelta", ("days", "seconds", "microseconds"), datetime.timedelta),
    datetime.timezone: _Row(
        "timezone",
        (lambda v: v.utcoffset(None), lambda v: v.__getinitargs__()[1:]),
        lambda offset, name: datetime.timezone(offset, *name),
    ),
    zoneinfo.ZoneInfo: _Row("zoneinfo", ("key",), _read_zone),
    decimal.Decimal: _Row("decimal", (str,), _read_decimal),
    fractions.Fraction: _Row(
        "fraction",
        ("numerator", "denominator"),
        lambda n, d: fractions.Fraction(index(n), index(d)),  # a text could ask for any exponent
    ),
    uuid.UUID: _Row("uuid", ("bytes",), lambda data: uuid.UUID(bytes=data)),
    type(pathlib.Path()): _Row("path", (str, lambda v: True), _read_path),
    pathlib.PurePosixPath: _Row("path", (str, lambda v: False), _read_path),
    re.Pattern: _Row("pattern", ("pattern", "flags"), re.compile),
}
_BUILDERS = {row.tag: (len(row.parts), row.build) for row in _IMMUTABLE.values()}
_GETTERS = {
    kind: [attrgetter(part) if isinstance(part, str) else part for part in row.parts]
    for kind, row in _IMMUTABLE.items()
}
_HOLDING: dict[str, Callable[[Iterable[Any]], Any]] = {"tuple": tuple, "frozenset": frozenset}
IMMUTABLE_BASES = frozenset((*_IMMUTABLE, tuple, frozenset, float, bytes))


class Container(NamedTuple):
    kind: str
    items: Callable[[Any], Iterable[Any]]
    beside: Callable[[Any], Any]
    make: Callable[[Any], Any]  # of what is beside its items, empty
    fill: Callable[[Any, list[Any]], None]  # what is empty
    change: Callable[[Any, Any], None] | None = None  # what has no items


def _pairs(value: Any) -> Iterable[Any]:
    # dict's own methods: a subclass may say something else
    items = OrderedDict.items if isinstance(value, OrderedDict) else dict.items
    return chain.from_iterable(items(value))


def _fill_mapping(value: Any, items: list[Any]) -> None:
    if len(items) % 2:
        raise Malformed("a mapping of keys without values")
    set_item = OrderedDict.__setitem__ if isinstance(value, OrderedDict) else dict.__setitem__
    for position in range(0, len(items), 2):
        set_item(value, items[position], items[position + 1])


def _nothing(_: Any) -> None:
    return None


def _of(cls: type) -> Callable[[Any], Any]:
    return lambda beside: cls()


def _read_bytearray(beside: Any) -> bytearray:
    if type(beside) is not bytes:
        raise Malformed("bytes that are none")
    return bytearray(beside)


def _read_deque(maxlen: Any) -> deque[Any]:
    if maxlen is not None and (type(maxlen) is not int or maxlen < 0):
        raise Malformed("a deque of no length")
    return deque(maxlen=maxlen)


def fill_nothing(value: Any, items: list[Any]) -> None:
    if items:
        raise Malformed("items of what has none")


CONTAINERS: dict[type, Container] = {
    list: Container("list", list.__iter__, _nothing, _of(list), list.extend),
    dict: Container("dict", _pairs, _nothing, _of(dict), _fill_mapping),
    set: Container("set", set.__iter__, _nothing, _of(set), set.update),
    bytearray: Container(
        "bytearray",
        lambda v: (),
        bytes,
        _read_bytearray,
        fill_nothing,
        lambda value, new: value.__setitem__(slice(None), new),
    ),
    deque: Container("deque", deque.__iter__, lambda v: v.maxlen, _read_deque, deque.extend),
    defaultdict: Container(
        "defaultdict", _pairs, lambda v: v.default_factory, defaultdict, _fill_mapping
    ),
    OrderedDict: Container("OrderedDict", _pairs, _nothing, _of(OrderedDict), _fill_mapping),
    Counter: Container("Counter", _pairs, _nothing, _of(Counter), _fill_mapping),
}
_OF_LIBRARIES: set[type] = set()  # of which some values cannot cross
_BY_KIND = {row.kind: row for row in CONTAINERS.values()}


def data_base(cls: type) -> type | None:
    """Find the data type that a class extends; None where it extends none."""
    for base in cls.__mro__:
        if (base in CONTAINERS and base not in _OF_LIBRARIES) or base in IMMUTABLE_BASES:
            return base
    return None


def plain_content(value: Any, base: type) -> Any:
    """Give what an instance of a subclass holds, as the data type that it extends.

    It is read by that type's own methods: those of the subclass may say something else.
    """
    row = CONTAINERS.get(base)
    if row is not None:
        made = row.make(row.beside(value))
        row.fill(made, list(row.items(value)))
        return made
    take = _CONTENT.get(base)
    if take is None:
        raise TooLarge(f"an object of a class that extends {base.__name__} is no data")
    return take(value)


_CONTENT: dict[type, Callable[[Any], Any]] = {
    int: int.__pos__,
    float: float.__pos__,
    complex: complex.__pos__,
    str: lambda value: str.__getitem__(value, slice(None)),
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    tuple: lambda value: tuple(tuple.__iter__(value)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
}


def _register(cls: type, form: Form) -> None:
    """Add an array to the containers: one that has no items but what lies beside them."""
    row = Container(
        form.tag,
        lambda value: (),
        form.parts,
        lambda parts: form.build(*parts),
        fill_nothing,
        form.change,
    )
    CONTAINERS[cls] = _BY_KIND[form.tag] = row
    _OF_LIBRARIES.add(cls)


class _Known:
    """A container that both ends hold, with its content as both know it."""

    __slots__ = ("beside", "items", "row", "value")

    def __init__(self, value: Any, row: Container) -> None:
        self.value = value
        self.row = row
        self.note()

    def note(self) -> None:
        self.items = list(self.row.items(self.value))
        self.beside = self.row.beside(self.value)

    def has_changed(self) -> bool:
        value, items = self.value, self.items
        kind = type(value)
        if kind is list:
            is_same = len(value) == len(items) and all(map(is_, value, items))
        else:
            now = list(self.row.items(value))
            is_same = len(now) == len(items) and all(map(is_, now, items))
        return not is_same or (
            self.beside is not None and bool(self.row.beside(value) != self.beside)
        )


class Codec:
    """Values on their way through one connection, and the containers that both ends hold."""

    def __init__(self, side: "Peer", first_number: int) -> None:
        self._side = side
        self._next = first_number  # the other end counts the other numbers
        self._known: dict[int, _Known] = {}
        self._numbers: dict[int, int] = {}  # by id
        self._to_write: list[tuple[int, Any]] = []
        self._fresh: dict[int, Any] = {}  # being read

    # -- writing

    def dump(self, value: Any, depth: int = 0) -> Any:
        """Write a value; its containers wait for `dump_heap`."""
        kind = type(value)
        if kind in _NATIVE and not (
            (kind is int and not _INT_MIN <= value <= _INT_MAX)
            or (kind is str and not value.isascii() and _has_half_characters(value))
        ):
            return value
        if kind in CONTAINERS and (kind not in _OF_LIBRARIES or form_of(value) is not None):
            return ["ref", self._numbers.get(id(value)) or self._number_new(value)]
        if depth > MAX_DEPTH:
            raise TooLarge("the data is nested too deeply to be handed over")
        if kind in _IMMUTABLE:
            if kind is int and value.bit_length() > MAX_INT_BITS:
                raise TooLarge("the number is too large to be handed over")
            parts = [self.dump(get(value), depth + 1) for get in _GETTERS[kind]]
            return [_IMMUTABLE[kind].tag, *parts]
        if kind is tuple or kind is frozenset:
            return [kind.__name__, *[self.dump(item, depth + 1) for item in value]]
        form = form_of(value)
        if form is None:
            return self._side.dump_object(value)
        if form.is_mutable:
            _register(kind, form)
            return self.dump(value, depth)
        return [form.tag, *[self.dump(part, depth + 1) for part in form.parts(value)]]

    def _number_new(self, value: Any) -> int:
        number = self._next
        self._next += 2
        self._numbers[id(value)] = number
        self._to_write.append((number, value))
        return number

    def dump_heap(self) -> list[HeapEntry]:
        """Write the containers that are new or have changed since the other end saw them."""
        waiting, self._to_write = self._to_write, []
        waiting += [(n, known.value) for n, known in self._known.items() if known.has_changed()]
        entries: list[HeapEntry] = []
        try:
            for number, value in waiting:  # which grows by what is met in it
                known = _Known(value, CONTAINERS[type(value)])
                items: Any = self._dump_items(known.items)
                entry = HeapEntry(number, known.row.kind, items, self.dump(known.beside))
                self._known[number] = known
                entries.append(entry)
                waiting += self._to_write
                self._to_write.clear()
        except BaseException:
            self.drop_unsent(waiting)
            raise
        return entries

    def drop_unsent(self, waiting: Iterable[tuple[int, Any]] = ()) -> None:
        """Forget the containers of a frame that could not be written."""
        for number, value in [*waiting, *self._to_write]:
            self._known.pop(number, None)
            self._numbers.pop(id(value), None)
        self._to_write.clear()

    def _dump_items(self, items: list[Any]) -> Any:
        if _ATOMIC.issuperset(map(type, items)):
            try:
                return msgspec.Raw(msgspec.msgpack.encode(items))
            except (OverflowError, UnicodeEncodeError):
                pass  # of which one needs a form of its own
        return [self.dump(item) for item in items]

    # -- reading

    def load(self, wire: Any, path: str, depth: int = 0) -> Any:
        """Read a value that came at a path; raises Malformed."""
        if type(wire) is not list:
            if type(wire) not in _NATIVE:
                raise Malformed("a value of no known form")
            self._side.note_data(path, 1, wire)
            return wire
        if not wire or type(wire[0]) is not str:
            raise Malformed("a value without a tag")
        if depth > MAX_DEPTH:
            raise Malformed("data nested too deeply")
        tag, *parts = wire
        if tag == "ref":
            self._side.note_data(path, 1, None)
            return self._container(parts)
        if tag in _HOLDING:
            inside = path if path.endswith("[]") else f"{path}[]"
            items = [self.load(part, inside, depth + 1) for part in parts]
            self._side.note_data(path, 1, None)
            return _build(_HOLDING[tag], (items,))
        if tag in _BUILDERS:
            count, build = _BUILDERS[tag]
            if len(parts) != count:
                raise Malformed(f"{tag} of other parts")
            value = _build(build, [self._part(part) for part in parts])
            self._side.note_data(path, 1, value)
            return value
        if tag in FORMS and not FORMS[tag].is_mutable:
            if "numpy" not in sys.modules:
                raise Malformed("a value of a library that is not loaded")
            parts = [self.load(part, f"{path}.parts", depth + 1) for part in parts]
            value = _build(FORMS[tag].build, parts)
            self._side.note_data(path, 1, value)
            return value
        return self._side.load_object(wire, path)

    def _part(self, part: Any) -> Any:
        """Read what a value of the table is built of: numbers, texts, an offset."""
        if type(part) is not list:
            return part
        tag = part[0] if part else None
        if tag == "tuple":
            return tuple(part[1:])
        if (
            tag not in ("int", "str", "timezone", "timedelta", "zoneinfo")
            or len(part) != 1 + _BUILDERS[tag][0]
        ):
            raise Malformed("a part of no known form")
        return _build(_BUILDERS[tag][1], [self._part(one) for one in part[1:]])

    def _container(self, parts: list[Any]) -> Any:
        number = parts[0] if len(parts) == 1 and type(parts[0]) is int else None
        if number in self._fresh:
            return self._fresh[number]
        if number not in self._known:
            raise Malformed("a container that is not known")
        return self._known[number].value

    def load_heap(self, heap: list[HeapEntry], path: str) -> None:
        """Make or change the containers of a frame; what they hold came at the path's items."""
        inside = path if path.endswith("[]") else f"{path}[]"
        for entry in heap:
            row = self._row_of(entry)
            if entry.number not in self._known:
                beside = self.load(entry.beside, f"{inside}beside")
                made = self._fresh[entry.number] = _build(row.make, (beside,))
                if row.change is not None:
                    self._side.note_data(path, 1, made)
        for entry in heap:
            items = self._load_items(entry.items, inside)
            if entry.number in self._fresh:
                _build(_BY_KIND[entry.kind].fill, (self._fresh[entry.number], items))
            else:
                beside = self.load(entry.beside, f"{inside}beside")
                self._change(self._known[entry.number].value, items, beside)
        for entry in heap:
            value = self._fresh.pop(entry.number, None)
            if value is None:
                self._known[entry.number].note()
            else:
                self._numbers[id(value)] = entry.number
                self._known[entry.number] = _Known(value, _BY_KIND[entry.kind])

    def _row_of(self, entry: HeapEntry) -> Container:
        """Say how a container is made or changed; raises Malformed."""
        if entry.kind in FORMS and entry.kind not in _BY_KIND:
            cls = class_of(entry.kind)
            if cls is None:
                raise Malformed("a value of a library that is not loaded")
            _register(cls, FORMS[entry.kind])
        row, known = _BY_KIND.get(entry.kind), self._known.get(entry.number)
        if row is None or (known is not None and known.row is not row):
            raise Malformed("a container of another kind")
        is_own = entry.number % 2 == self._next % 2
        if known is None and (is_own or entry.number in self._fresh):
            raise Malformed("a container under a number that is not free")
        return row

    def _load_items(self, items: list[Any], path: str) -> list[Any]:
        if items and _ATOMIC.issuperset(map(type, items)):
            self._side.note_data(path, len(items), items)
            return items
        return [self.load(item, path) for item in items]

    def _change(self, value: Any, items: list[Any], beside: Any) -> None:
        """Give a container the content that it has at the other end."""
        row = CONTAINERS[type(value)]
        if row.change is not None:
            _build(row.change, (value, row.make(beside)))
            return
        if type(value) is defaultdict:
            value.default_factory = _build(defaultdict, (beside,)).default_factory
        value.clear()
        _build(row.fill, (value, items))

    # -- forgetting

    def unshared(self) -> list[int]:
        """List the containers that nobody holds but this table, and of which all is told."""
        return [
            number
            for number, known in self._known.items()
            if sys.getrefcount(known.value) <= _UNSHARED_REFERENCES and not known.has_changed()
        ]

    def forget(self, numbers: Iterable[int] | None = None) -> None:
        """Drop containers, all where none are named: they are new when they cross again."""
        for number in list(self._known) if numbers is None else numbers:
            known = self._known.pop(number, None)
            if known is not None:
                self._numbers.pop(id(known.value), None)


def _build(build: Callable[..., Any], parts: Iterable[Any]) -> Any:
    try:
        return build(*parts)
    except (Malformed, RecursionError, MemoryError):
        raise
    except Exception as error:
        raise Malformed(f"data that cannot be built: {type(error).__name__}") from error


def _has_half_characters(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
