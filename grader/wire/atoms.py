"""Data without identity, to and from `Atom`: numbers, text, dates, paths, patterns."""

import datetime
import decimal
import fractions
import pathlib
import re
import uuid
import zoneinfo
from collections.abc import Callable
from typing import Any

from .values import Atom, Blob, Value

_ZONE_KEY = re.compile(r"[A-Za-z][\w+-]*(/[A-Za-z][\w+-]*)*", re.ASCII)
MAX_BIG_DIGITS = 1_000_000  # hexadecimal digits of one integer
_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1


class ValueTooLarge(Exception):
    """A value has more digits, items or depth than may cross; holds the type's name."""


class Malformed(Exception):
    """A frame holds what its own rules forbid."""


def dump_int(value: int) -> Value:
    """Write an integer of any size."""
    if _INT_MIN <= value <= _INT_MAX:
        return value
    if value.bit_length() > 4 * (MAX_BIG_DIGITS - 3):
        raise ValueTooLarge("int")
    return Atom("int", [hex(value)])


def _load_int(text: str) -> int:
    if len(text) > MAX_BIG_DIGITS:
        raise Malformed("an integer beyond the cap")
    return int(text, 16)


def dump_str(value: str) -> Value:
    """Write text, lone surrogates included."""
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return Atom("str", [Blob(value.encode("utf-8", "surrogatepass"))])
    return value


def _load_decimal(text: str) -> decimal.Decimal:
    if len(text) > MAX_BIG_DIGITS:
        raise Malformed("a Decimal beyond the cap")
    return decimal.Decimal(text)


def _dump_zone(value: Any) -> Value:
    zone = value.tzinfo
    if type(zone) is zoneinfo.ZoneInfo and _is_known(zone):
        return Atom("zoneinfo", [zone.key])
    if zone is None:
        return None
    offset = zone.utcoffset(value if isinstance(value, datetime.datetime) else None)
    if offset is None:
        return None
    name = zone.tzname(None) if type(zone) is datetime.timezone else None
    return Atom("timezone", [_dump_delta(offset), name])


def _is_known(zone: zoneinfo.ZoneInfo) -> bool:
    """Whether a zone is what its name gives, and not one that was read from a file."""
    try:
        return zone.key is not None and zone is zoneinfo.ZoneInfo(zone.key)
    except (KeyError, ValueError, OSError):
        return False


def _zone_key(zone: zoneinfo.ZoneInfo) -> list[Value]:
    if not _is_known(zone):
        raise ValueTooLarge("ZoneInfo")
    return [zone.key]


def _load_zone_info(key: str) -> datetime.tzinfo:
    if not _ZONE_KEY.fullmatch(key):
        raise Malformed("a time zone of no such name")
    try:
        return zoneinfo.ZoneInfo(key)
    except (KeyError, ValueError, OSError):  # of a sender that has other zones
        return datetime.timezone(datetime.timedelta(0), key)


def _load_timezone(delta: datetime.timedelta, name: str | None) -> datetime.timezone:
    if name is None or name.startswith("UTC"):
        return datetime.timezone(delta)
    return datetime.timezone(delta, name)


def _dump_delta(value: datetime.timedelta) -> Atom:
    return Atom("timedelta", [value.days, value.seconds, value.microseconds])


def _load_date(year: int, month: int, day: int) -> datetime.date:
    return datetime.date(year, month, day)  # of one argument, it would take bytes unchecked


def _load_fraction(above: int, below: int) -> fractions.Fraction:
    return fractions.Fraction(above, below)  # of one, it would take text with a huge exponent


def _clock(v: Any) -> list[Value]:
    return [v.hour, v.minute, v.second, v.microsecond, _dump_zone(v), v.fold]


def _path_parts(v: pathlib.PurePath) -> list[Value]:
    return [dump_str(str(v)), isinstance(v, pathlib.Path)]


def _load_path(text: str, concrete: bool) -> pathlib.PurePath:
    return pathlib.Path(text) if concrete else pathlib.PurePosixPath(text)


def _pattern_parts(v: "re.Pattern[Any]") -> list[Value]:
    return [Blob(v.pattern) if isinstance(v.pattern, bytes) else dump_str(v.pattern), v.flags]


# name: classes, the parts of a value, and the value of its parts
_ROWS: dict[str, tuple[tuple[type, ...], Callable[[Any], list[Value]], Callable[..., Any]]] = {
    "complex": ((complex,), lambda v: [v.real, v.imag], complex),
    "ellipsis": ((type(Ellipsis),), lambda v: [], lambda: Ellipsis),
    "notimplemented": ((type(NotImplemented),), lambda v: [], lambda: NotImplemented),
    "range": ((range,), lambda v: [*map(dump_int, (v.start, v.stop, v.step))], range),
    "datetime": (
        (datetime.datetime,),
        lambda v: [v.year, v.month, v.day, *_clock(v)],
        lambda y, mo, d, h, mi, s, us, zone, fold: datetime.datetime(
            y, mo, d, h, mi, s, us, zone, fold=fold
        ),
    ),
    "date": (
        (datetime.date,),
        lambda v: [v.year, v.month, v.day],
        _load_date,
    ),
    "time": (
        (datetime.time,),
        _clock,
        lambda h, mi, s, us, zone, fold: datetime.time(h, mi, s, us, zone, fold=fold),
    ),
    "timedelta": ((datetime.timedelta,), lambda v: _dump_delta(v).parts, datetime.timedelta),
    "timezone": (
        (datetime.timezone,),
        lambda v: [_dump_delta(v.utcoffset(None)), v.tzname(None)],
        _load_timezone,
    ),
    "zoneinfo": ((zoneinfo.ZoneInfo,), _zone_key, _load_zone_info),
    "decimal": ((decimal.Decimal,), lambda v: [str(v)], _load_decimal),
    "fraction": (
        (fractions.Fraction,),
        lambda v: [dump_int(v.numerator), dump_int(v.denominator)],
        _load_fraction,
    ),
    "uuid": ((uuid.UUID,), lambda v: [Blob(v.bytes)], lambda data: uuid.UUID(bytes=data)),
    "path": ((type(pathlib.Path()), pathlib.PurePosixPath), _path_parts, _load_path),
    "pattern": ((re.Pattern,), _pattern_parts, re.compile),
}


def _writer(name: str, parts: Callable[[Any], list[Value]]) -> Callable[[Any], Value]:
    return lambda value: Atom(name, parts(value))


ATOM_WRITERS: dict[type, Callable[[Any], Value]] = {
    **dict.fromkeys((type(None), bool, float), lambda v: v),
    bytes: Blob,
    int: dump_int,
    str: dump_str,
    Atom: lambda v: v,  # what is written already, as a part of something
    **{cls: _writer(name, row[1]) for name, row in _ROWS.items() for cls in row[0]},
}
ATOM_READERS: dict[str, Callable[..., Any]] = {
    "int": _load_int,
    "str": lambda data: bytes(data).decode("utf-8", "surrogatepass"),
    **{name: load for name, (_, _, load) in _ROWS.items()},
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
