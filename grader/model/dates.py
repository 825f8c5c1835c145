"""Dates as authors and platforms write them: every one becomes a moment, in some time zone."""

import contextlib
from datetime import UTC, date, datetime, time, tzinfo

_DAY_TIMES = {"opens": time.min, "due": time.max}  # a day alone: from its start, to its end
DATES = tuple(_DAY_TIMES)
_OFFSETS = ((" Z", "+00:00"), (" UTC", "+00:00"), (" +", "+"), (" -", "-"))
# Two days from the ends of the calendar, so that a moment can be written in every time zone.
_FIRST = datetime(1, 1, 3, tzinfo=UTC)
LAST = datetime(9999, 12, 29, tzinfo=UTC)


def zone_of(name: object) -> tzinfo:
    """Find a time zone by its IANA name; raises ValueError that ends a sentence about it."""
    if name == "UTC":
        return UTC
    from zoneinfo import ZoneInfo, available_timezones  # of no use to most courses

    if isinstance(name, str):
        with contextlib.suppress(LookupError, ValueError, OSError):
            return ZoneInfo(name)
    if not available_timezones():
        raise ValueError("cannot be looked up: this Python lacks the package tzdata")
    raise ValueError("is no time zone. Name a place, like Europe/Berlin.")


def moment(key: str, value: date, zone: tzinfo) -> datetime:
    """Say which moment a date means: without an offset that of the zone, without a time its day."""
    if not isinstance(value, datetime):
        value = datetime.combine(value, _DAY_TIMES[key])
    return in_calendar(value if value.tzinfo is not None else value.replace(tzinfo=zone))


def in_calendar(when: datetime) -> datetime:
    """Bring a moment to where every time zone has a date for it: 9999-12-31 means never."""
    return min(max(when, _FIRST), LAST)


def read_due(text: str, zone: tzinfo) -> datetime | None:
    """Read a due date as a person types it; as in the manifest, a day alone ends with its day."""
    for kind in (date, datetime):
        with contextlib.suppress(ValueError):
            return moment("due", kind.fromisoformat(text.strip()), zone)
    return None


def read_time(text: str, zone: tzinfo) -> datetime | None:
    """Read an ISO time, also as Ruby writes it: "2026-09-01 08:00:00.123456000 Z"."""
    plain = text.strip()
    for written, offset in _OFFSETS:
        head, mark, tail = plain.rpartition(written)
        if mark and ":" in head:
            plain = f"{head}{offset}{tail}"
            break
    try:
        when = datetime.fromisoformat(plain)
    except ValueError:
        return None
    if len(plain) <= len("2026-09-01"):
        return None  # a day alone does not say whether it was late
    return in_calendar(when if when.tzinfo is not None else when.replace(tzinfo=zone))
