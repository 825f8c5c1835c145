"""Dates of a manifest: every one of them becomes a moment, in the course's time zone."""

import contextlib
from datetime import UTC, date, datetime, time, tzinfo

_DAY_TIMES = {"opens": time.min, "due": time.max}  # a day alone: from its start, to its end
DATES = tuple(_DAY_TIMES)


class UnknownZone(Exception):
    """A time zone that is none; the text is the end of a sentence about it."""


def zone_of(name: object) -> tzinfo:
    """Find a time zone by its IANA name; raises UnknownZone with the nearest one."""
    if name == "UTC":
        return UTC
    # a course whose dates are of no zone, or that has none, waits for neither
    from difflib import get_close_matches
    from zoneinfo import ZoneInfo, available_timezones

    if isinstance(name, str):
        with contextlib.suppress(LookupError, ValueError, OSError):
            return ZoneInfo(name)
    known = sorted(available_timezones())
    if not known:
        raise UnknownZone("cannot be looked up: this Python lacks the package tzdata")
    near = get_close_matches(str(name).lower(), [one.lower() for one in known], 1, 0.5)
    meant = next((one for one in known if near and one.lower() == near[0]), "Europe/Berlin")
    advice = f"Did you mean {meant}?" if near else f"{meant} is one."
    raise UnknownZone(f"is no time zone. {advice}")


def moment(key: str, value: date, zone: tzinfo) -> datetime:
    """Say which moment a date means: without an offset that of the zone, without a time its day."""
    if not isinstance(value, datetime):
        value = datetime.combine(value, _DAY_TIMES[key])
    return value if value.tzinfo is not None else value.replace(tzinfo=zone)
