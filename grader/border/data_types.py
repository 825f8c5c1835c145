"""The plain data that crosses by value: one table of immutable types and one of containers."""

import functools
import re
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, ItemsView, Iterable, KeysView, ValuesView
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from pathlib import Path, PurePosixPath
from types import NoneType
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from . import libraries
from .connection import Malformed

MAX_INT_BYTES = 500_000
SHORT = frozenset((NoneType, bool, float, bytes))  # msgpack's own, whatever the value
NATIVE = SHORT | {int, str}  # the same for an int of 64 bits and a text that UTF-8 can write


class TooLarge(ValueError):
    """A value has more digits, items or depth than may cross."""


class Immutable(NamedTuple):
    """How the values of one type are written, and built of parts of exact types."""

    tag: str
    parts: Callable[[Any], Iterable[Any]]
    types: tuple[tuple[type, ...], ...] | None  # of each part; None for items of any type
    build: Callable[..., Any]

    def admits(self, parts: list[Any]) -> bool:
        """Whether a value can be built of some parts."""
        return self.types is None or (
            len(parts) == len(self.types)
            and all(type(part) in types for part, types in zip(parts, self.types, strict=True))
        )


class Container(NamedTuple):
    """How the content of a mutable type is read and given, by that type's own methods."""

    make: Callable[..., Any]  # empty, of what is beside its items
    items: Callable[[Any], Iterable[Any]]
    fill: Callable[[Any, list[Any]], None]  # what is empty
    beside: Callable[[Any], tuple[Any, ...]] | None = None
    change: Callable[..., None] | None = None  # to empty, with what is beside; else it is cleared

    def content(self, value: Any) -> tuple[list[Any], tuple[Any, ...]]:
        """Give the items of a value, and what is beside them."""
        return list(self.items(value)), self.beside(value) if self.beside else ()


def _int_bytes(value: int) -> tuple[bytes]:
    length = int.bit_length(value) // 8 + 1
    if length > MAX_INT_BYTES:
        raise TooLarge("the number is too large to be handed over")
    return (int.to_bytes(value, length, "big", signed=True),)


def _read_int(data: bytes) -> int:
    if len(data) > MAX_INT_BYTES:
        raise Malformed("a number beyond the bound")
    return int.from_bytes(data, "big", signed=True)


def _timezone_parts(zone: Any) -> tuple[Any, ...]:
    offset, *name = zone.__getinitargs__()
    return offset, *(name or (None,))


def _read_timezone(offset: timedelta, name: str | None) -> timezone:
    return timezone(offset) if name is None else timezone(offset, name)


def _read_zone(key: str) -> ZoneInfo:
    if not re.fullmatch(r"\w[\w+-]*(/\w[\w+-]*)*", key, re.ASCII):
        raise Malformed("a time zone of no such name")
    return ZoneInfo(key)


_INT, _FLOAT, _TEXT, _BYTES = (int,), (float,), (str,), (bytes,)
_TEXTS, _NAME = (str, bytes), (str, NoneType)
_PARTS_OF_COMPLEX = attrgetter("real", "imag")
_OF_TIME = "hour minute second microsecond tzinfo fold".split()
_ZONE = (NoneType, timezone, ZoneInfo)
IMMUTABLE: dict[type, Immutable] = {
    tuple: Immutable("tuple", tuple.__iter__, None, lambda *items: items),
    frozenset: Immutable("frozenset", frozenset.__iter__, None, lambda *items: frozenset(items)),
    int: Immutable("int", _int_bytes, (_BYTES,), _read_int),  # beyond 64 bits
    float: Immutable("float", lambda v: (float.__pos__(v),), (_FLOAT,), float),
    str: Immutable(  # with half characters, which have no UTF-8
        "str",
        lambda v: (str.encode(v, "utf-8", "surrogatepass"),),
        (_BYTES,),
        lambda data: data.decode("utf-8", "surrogatepass"),
    ),
    bytes: Immutable("bytes", lambda v: (bytes.__getitem__(v, slice(None)),), (_BYTES,), bytes),
    complex: Immutable(
        "complex", lambda v: _PARTS_OF_COMPLEX(complex.__pos__(v)), (_FLOAT, _FLOAT), complex
    ),
    type(Ellipsis): Immutable("ellipsis", lambda v: (), (), lambda: Ellipsis),
    type(NotImplemented): Immutable("notimplemented", lambda v: (), (), lambda: NotImplemented),
    range: Immutable("range", attrgetter("start", "stop", "step"), (_INT, _INT, _INT), range),
    slice: Immutable("slice", attrgetter("start", "stop", "step"), (tuple(NATIVE),) * 3, slice),
    datetime: Immutable(
        "datetime",
        attrgetter("year", "month", "day", *_OF_TIME),
        (_INT,) * 7 + (_ZONE, _INT),
        lambda *p: datetime.combine(date(*p[:3]), time(*p[3:8], fold=p[8])),
    ),
    date: Immutable("date", attrgetter("year", "month", "day"), (_INT, _INT, _INT), date),
    time: Immutable(
        "time",
        attrgetter(*_OF_TIME),
        (_INT,) * 4 + (_ZONE, _INT),
        lambda *parts: time(*parts[:5], fold=parts[5]),
    ),
    timedelta: Immutable(
        "timedelta", attrgetter("days", "seconds", "microseconds"), (_INT, _INT, _INT), timedelta
    ),
    timezone: Immutable("timezone", _timezone_parts, ((timedelta,), _NAME), _read_timezone),
    ZoneInfo: Immutable("zoneinfo", lambda v: (v.key,), (_TEXT,), _read_zone),
    Decimal: Immutable("decimal", lambda v: (Decimal.__str__(v),), (_TEXT,), Decimal),
    Fraction: Immutable("fraction", attrgetter("numerator", "denominator"), (_INT, _INT), Fraction),
    UUID: Immutable("uuid", lambda v: (v.bytes,), (_BYTES,), lambda b: UUID(bytes=b)),
    type(Path()): Immutable("path", lambda v: (str(v),), (_TEXT,), Path),
    PurePosixPath: Immutable("purepath", lambda v: (str(v),), (_TEXT,), PurePosixPath),
    re.Pattern: Immutable("pattern", attrgetter("pattern", "flags"), (_TEXTS, _INT), re.compile),
}
# views of a dictionary, and those that a Mapping gives, cross as views of a copy
for _kinds, _view in (
    ((type({}.keys()), KeysView), dict.keys),
    ((type({}.values()), ValuesView), dict.values),
    ((type({}.items()), ItemsView), dict.items),
):
    _of_dict = Immutable(_kinds[0].__name__, lambda v: ({**v.mapping},), ((dict,),), _view)
    _of_mapping = _of_dict._replace(parts=lambda v: ({**v._mapping},))
    IMMUTABLE |= zip(_kinds, (_of_dict, _of_mapping), strict=True)
_OF_NUMPY: dict[str, Immutable] = {
    "scalar": Immutable(
        "scalar",
        libraries.parts_of,
        (_TEXT, (tuple,), _BYTES),
        lambda *p: libraries.build_array(*p)[()],
    ),
    "dtype": Immutable("dtype", lambda v: (v.str,), (_TEXT,), libraries.build_dtype),
}
BY_TAG = _OF_NUMPY | {row.tag: row for row in IMMUTABLE.values()}


def _fill_mapping(cls: Any, value: Any, items: list[Any]) -> None:
    if len(items) % 2:
        raise Malformed("a mapping of keys without values")
    for position in range(0, len(items), 2):
        cls.__setitem__(value, items[position], items[position + 1])


def _mapping(cls: Any, *more: Callable[..., Any]) -> Container:
    fill = functools.partial(_fill_mapping, cls)
    return Container(cls, lambda v: chain.from_iterable(cls.items(v)), fill, *more)


def _change_default(value: defaultdict[Any, Any], factory: Any) -> None:
    value.clear()
    value.default_factory = defaultdict(factory).default_factory


def _fill_nothing(value: Any, items: list[Any]) -> None:
    if items:
        raise Malformed("items of what has none")


CONTAINERS: dict[type, Container] = {
    list: Container(list, list.__iter__, list.extend),
    set: Container(set, set.__iter__, set.update),
    bytearray: Container(bytearray, bytearray.__iter__, bytearray.extend),
    deque: Container(
        lambda maxlen: deque(maxlen=maxlen), deque.__iter__, deque.extend, lambda v: (v.maxlen,)
    ),
    dict: _mapping(dict),
    OrderedDict: _mapping(OrderedDict),
    Counter: _mapping(Counter),
    defaultdict: _mapping(defaultdict, lambda v: (v.default_factory,), _change_default),
}


def _whole(
    make: Callable[..., Any], parts: Callable[[Any], tuple[Any, ...]], change: Callable[..., None]
) -> Container:
    """Say how a mutable value crosses that is written whole, without items."""
    return Container(make, lambda v: (), _fill_nothing, parts, change)


_ARRAY = _whole(libraries.build_array, libraries.parts_of, libraries.change_array)
_OF_PANDAS = {
    "Series": _whole(libraries.build_series, libraries.series_parts, libraries.change_table),
    "DataFrame": _whole(libraries.build_frame, libraries.frame_parts, libraries.change_table),
}
ROWS: dict[type, Immutable | Container] = {**IMMUTABLE, **CONTAINERS}
# of which a subclass cannot say something else than the type's own methods, by which it is read
READ_BY_TYPE = frozenset((tuple, frozenset, int, float, complex, str, bytes, Decimal))
BY_KIND = {"ndarray": _ARRAY, **_OF_PANDAS} | {cls.__name__: row for cls, row in CONTAINERS.items()}


def row_of_library(value: Any) -> Immutable | Container | None:
    """Say how a value of numpy's or pandas' crosses; None for what is no plain data."""
    if type(value).__module__.partition(".")[0] == "pandas":
        return _OF_PANDAS.get(libraries.table_form(value))
    form = libraries.array_form(value)
    return _ARRAY if form == "ndarray" else _OF_NUMPY.get(form)


def data_base(cls: type) -> type | None:
    """Find the data type that a class extends; None where it extends none."""
    for base in cls.__mro__:
        if base in ROWS:
            return base
    return None


def plain_content(value: Any, base: type) -> Any:
    """Give what an instance of a subclass holds, as the data type that it extends.

    It is read by that type's own methods: those of the subclass may say something else.
    """
    row = ROWS[base]
    if isinstance(row, Immutable):
        return row.build(*row.parts(value))
    items, beside = row.content(value)
    made = row.make(*beside)
    row.fill(made, items)
    return made
