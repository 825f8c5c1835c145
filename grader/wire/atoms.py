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


def dump_str(value: str) -> Value:
    """Write text, lone surrogates included."""
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return Atom("str", [Blob(value.encode("utf-8", "surrogatepass"))])
    return value


def _zone(value: Any) -> Value:
    zone = value.tzinfo
    if zone is None:
        return None
    if type(zone) is zoneinfo.ZoneInfo and _is_known(zone):
        return _dump_zone_info(zone)
    offset = zone.utcoffset(value if isinstance(value, datetime.datetime) else None)
    if offset is None:
        return None
    return Atom("timezone", [_delta(offset), zone.tzname(None) if _is_fixed(zone) else None])


def _is_known(zone: zoneinfo.ZoneInfo) -> bool:
    """Whether a zone is what its name gives, and not one that was read from a file."""
    try:
        return zone.key is not None and zone is zoneinfo.ZoneInfo(zone.key)
    except (KeyError, ValueError, OSError):
        return False


def _dump_zone_info(v: zoneinfo.ZoneInfo) -> Atom:
    if not _is_known(v):
        raise ValueTooLarge("ZoneInfo")
    return Atom("zoneinfo", [v.key])


def _is_fixed(zone: Any) -> bool:
    return type(zone) is datetime.timezone


def _delta(value: datetime.timedelta) -> Atom:
    return Atom("timedelta", [value.days, value.seconds, value.microseconds])


def _dump_datetime(v: datetime.datetime) -> Atom:
    parts: list[Value] = [v.year, v.month, v.day, v.hour, v.minute, v.second, v.microsecond]
    return Atom("datetime", [*parts, _zone(v), v.fold])


def _dump_time(v: datetime.time) -> Atom:
    return Atom("time", [v.hour, v.minute, v.second, v.microsecond, _zone(v), v.fold])


def _dump_range(v: range) -> Atom:
    return Atom("range", [dump_int(v.start), dump_int(v.stop), dump_int(v.step)])


def _dump_pattern(v: "re.Pattern[Any]") -> Atom:
    text = Blob(v.pattern) if isinstance(v.pattern, bytes) else dump_str(v.pattern)
    return Atom("pattern", [text, v.flags])


def _dump_fraction(v: fractions.Fraction) -> Atom:
    return Atom("fraction", [dump_int(v.numerator), dump_int(v.denominator)])


def _dump_decimal(v: decimal.Decimal) -> Atom:
    return Atom("decimal", [str(v)])


def _dump_path(v: pathlib.PurePath) -> Atom:
    return Atom("path", [dump_str(str(v)), isinstance(v, pathlib.Path)])


ATOM_WRITERS: dict[type, Callable[[Any], Value]] = {
    type(None): lambda v: v,
    bool: lambda v: v,
    float: lambda v: v,
    bytes: Blob,
    int: dump_int,
    str: dump_str,
    complex: lambda v: Atom("complex", [v.real, v.imag]),
    type(Ellipsis): lambda v: Atom("ellipsis", []),
    type(NotImplemented): lambda v: Atom("notimplemented", []),
    range: _dump_range,
    datetime.datetime: _dump_datetime,
    datetime.date: lambda v: Atom("date", [v.year, v.month, v.day]),
    datetime.time: _dump_time,
    datetime.timedelta: _delta,
    datetime.timezone: lambda v: Atom("timezone", [_delta(v.utcoffset(None)), v.tzname(None)]),
    zoneinfo.ZoneInfo: _dump_zone_info,
    decimal.Decimal: _dump_decimal,
    fractions.Fraction: _dump_fraction,
    uuid.UUID: lambda v: Atom("uuid", [Blob(v.bytes)]),
    type(pathlib.Path()): _dump_path,
    pathlib.PurePosixPath: _dump_path,
    re.Pattern: _dump_pattern,
    Atom: lambda v: v,  # what is written already, as a part of something
}


def _load_int(text: str) -> int:
    if len(text) > MAX_BIG_DIGITS:
        raise Malformed("an integer beyond the cap")
    return int(text, 16)


def _load_timezone(delta: datetime.timedelta, name: str | None) -> datetime.timezone:
    if name is None or name.startswith("UTC"):
        return datetime.timezone(delta)
    return datetime.timezone(delta, name)


def _load_zone_info(key: str) -> datetime.tzinfo:
    if not _ZONE_KEY.fullmatch(key):
        raise Malformed("a time zone of no such name")
    try:
        return zoneinfo.ZoneInfo(key)
    except (KeyError, ValueError, OSError):  # of a sender that has other zones
        return datetime.timezone(datetime.timedelta(0), key)


def _load_datetime(*parts: Any) -> datetime.datetime:
    made = datetime.datetime(*parts[:-1])
    return made.replace(fold=parts[-1])


def _load_time(*parts: Any) -> datetime.time:
    made = datetime.time(*parts[:-1])
    return made.replace(fold=parts[-1])


def _load_decimal(text: str) -> decimal.Decimal:
    if len(text) > MAX_BIG_DIGITS:
        raise Malformed("a Decimal beyond the cap")
    return decimal.Decimal(text)


def _load_date(year: int, month: int, day: int) -> datetime.date:
    return datetime.date(year, month, day)  # of one argument, it would take bytes unchecked


def _load_fraction(above: int, below: int) -> fractions.Fraction:
    return fractions.Fraction(above, below)  # of one, it would take text with a huge exponent


def _load_path(text: str, concrete: bool) -> pathlib.PurePath:
    return pathlib.Path(text) if concrete else pathlib.PurePosixPath(text)


ATOM_READERS: dict[str, Callable[..., Any]] = {
    "int": _load_int,
    "str": lambda data: bytes(data).decode("utf-8", "surrogatepass"),
    "complex": complex,
    "ellipsis": lambda: Ellipsis,
    "notimplemented": lambda: NotImplemented,
    "range": range,
    "datetime": _load_datetime,
    "date": _load_date,
    "time": _load_time,
    "timedelta": datetime.timedelta,
    "timezone": _load_timezone,
    "zoneinfo": _load_zone_info,
    "decimal": _load_decimal,
    "fraction": _load_fraction,
    "uuid": lambda data: uuid.UUID(bytes=data),
    "path": _load_path,
    "pattern": re.compile,
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
