"""Data without identity, to and from `Atom`: numbers, text, dates, paths, patterns."""

import datetime
import decimal
import fractions
import operator
import pathlib
import re
import uuid
import zoneinfo
from collections.abc import Callable
from typing import Any

from .values import Atom, Blob, Value

_ZONE_KEY = re.compile(r"[A-Za-z][\w+-]*(/[A-Za-z][\w+-]*)*", re.ASCII)
MAX_BIG_DIGITS = 1_000_000  # hexadecimal digits of one integer
INT_MIN, INT_MAX = -(2**63), 2**63 - 1


class ValueTooLarge(Exception):
    """A value has more digits, items or depth than may cross; holds the type's name."""


class Malformed(Exception):
    """A frame holds what its own rules forbid."""


def dump_int(value: int) -> Value:
    """Write an integer of any size."""
    if INT_MIN <= value <= INT_MAX:
        return value
    if value.bit_length() > 4 * (MAX_BIG_DIGITS - 3):
        raise ValueTooLarge("int")
    return Atom("int", [hex(value)])


def dump_str(value: str) -> Value:
    """Write text, lone surrogates included."""
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return Atom("str", [Blob(value.encode("utf-8", "surrogatepass"))])
    return value


def _bounded(text: str) -> str:
    if len(text) > MAX_BIG_DIGITS:
        raise Malformed("a number beyond the cap")
    return text


def _zone_of(value: Any) -> datetime.tzinfo | None:
    """Give the zone of a date or time as one that crosses: one of no name by its offset then."""
    zone: datetime.tzinfo | None = value.tzinfo
    if zone is None or (type(zone) is zoneinfo.ZoneInfo and _is_known(zone)):
        return zone
    offset = zone.utcoffset(value if isinstance(value, datetime.datetime) else None)
    name = zone.tzname(None) if type(zone) is datetime.timezone else None
    return None if offset is None else _timezone(offset, name)


def _zone_named(key: str) -> zoneinfo.ZoneInfo | None:
    try:
        return zoneinfo.ZoneInfo(key)
    except (KeyError, ValueError, OSError):
        return None


def _is_known(zone: zoneinfo.ZoneInfo) -> bool:
    """Whether a zone is what its name gives, and not one that was read from a file."""
    return zone.key is not None and zone is _zone_named(zone.key)


def _zone_key(zone: zoneinfo.ZoneInfo) -> str:
    if not _is_known(zone):
        raise ValueTooLarge("ZoneInfo")
    return zone.key


def _zone_info(key: str) -> datetime.tzinfo:
    if not _ZONE_KEY.fullmatch(key):
        raise Malformed("a time zone of no such name")
    # a sender may have other zones
    return _zone_named(key) or datetime.timezone(datetime.timedelta(0), key)


def _timezone(delta: datetime.timedelta, name: str | None) -> datetime.timezone:
    if name is None or name.startswith("UTC"):
        return datetime.timezone(delta)
    return datetime.timezone(delta, name)


def _folding(cls: Any) -> Callable[..., Any]:
    return lambda *parts: cls(*parts[:-1], fold=parts[-1])


_CLOCK = ("hour", "minute", "second", "microsecond", _zone_of, "fold")
# name: classes, the parts of a value (attributes, or what gives each), and the value of its parts
_ROWS: dict[str, tuple[tuple[type, ...], tuple[str | Callable[[Any], Any], ...], Any]] = {
    "complex": ((complex,), ("real", "imag"), complex),
    "ellipsis": ((type(Ellipsis),), (), lambda: Ellipsis),
    "notimplemented": ((type(NotImplemented),), (), lambda: NotImplemented),
    "range": ((range,), ("start", "stop", "step"), range),
    "datetime": (
        (datetime.datetime,),
        ("year", "month", "day", *_CLOCK),
        _folding(datetime.datetime),
    ),
    "date": ((datetime.date,), ("year", "month", "day"), datetime.date),
    "time": ((datetime.time,), _CLOCK, _folding(datetime.time)),
    "timedelta": ((datetime.timedelta,), ("days", "seconds", "microseconds"), datetime.timedelta),
    "timezone": (
        (datetime.timezone,),
        (lambda v: v.utcoffset(None), lambda v: v.tzname(None)),
        _timezone,
    ),
    "zoneinfo": ((zoneinfo.ZoneInfo,), (_zone_key,), _zone_info),
    "decimal": ((decimal.Decimal,), (str,), lambda text: decimal.Decimal(_bounded(text))),
    "fraction": (
        (fractions.Fraction,),
        ("numerator", "denominator"),
        # an exponent in a text makes a huge number of a few bytes
        lambda *parts: fractions.Fraction(*map(operator.index, parts)),
    ),
    "uuid": ((uuid.UUID,), ("bytes",), lambda data: uuid.UUID(bytes=data)),
    "path": (
        (type(pathlib.Path()), pathlib.PurePosixPath),
        (str, lambda v: isinstance(v, pathlib.Path)),
        lambda text, concrete: (pathlib.Path if concrete else pathlib.PurePosixPath)(text),
    ),
    # a text of a class of its own as a text
    "pattern": ((re.Pattern,), (lambda v: v.pattern[:], "flags"), re.compile),
}


def _writer(name: str) -> Callable[[Any], Value]:
    takers = [operator.attrgetter(p) if isinstance(p, str) else p for p in _ROWS[name][1]]

    def write(value: Any) -> Value:
        parts = [take(value) for take in takers]
        return Atom(name, [ATOM_WRITERS[type(part)](part) for part in parts])

    return write


def _reader(name: str) -> Callable[..., Any]:
    _, names, make = _ROWS[name]

    def read(*parts: Any) -> Any:
        if len(parts) != len(names):  # of fewer, `date` takes bytes
            raise Malformed(f"{name} of other parts")
        return make(*parts)

    return read


ATOM_WRITERS: dict[type, Callable[[Any], Value]] = {
    **dict.fromkeys((type(None), bool, float), lambda v: v),
    bytes: Blob,
    int: dump_int,
    str: dump_str,
    Atom: lambda v: v,  # what is written already, as a part of something
    **{cls: _writer(name) for name, (classes, *_) in _ROWS.items() for cls in classes},
}
ATOM_READERS: dict[str, Callable[..., Any]] = {
    "int": lambda text: int(_bounded(text), 16),
    "str": lambda data: bytes(data).decode("utf-8", "surrogatepass"),
    **{name: _reader(name) for name in _ROWS},
}


def load_atom(atom: Atom) -> Any:
    """Read an atom; raises Malformed."""
    reader = ATOM_READERS.get(atom.kind)
    if reader is None:
        raise Malformed(f"no such data: {atom.kind[:40]}")
    parts = [_part(p) for p in atom.parts]
    try:
        return reader(*parts)
    except Malformed:
        raise
    except Exception as error:
        raise Malformed(f"{atom.kind}: {type(error).__name__}") from error


def _part(part: Value) -> Any:
    if isinstance(part, Atom):
        return load_atom(part)
    return part.data if isinstance(part, Blob) else part
