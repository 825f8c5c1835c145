"""Reads when submissions came, from a table that an instructor gives."""

from datetime import datetime, tzinfo

from grader.errors import UsageError

from .class_tables import Table
from .names import folded, shown
from .roster import ACCOUNT_COLUMNS

_TIMES = ("submitted at", "submission timestamp", "submission time", "timestamp", "time",
          "created at")  # fmt: skip
_OFFSETS = ((" Z", "+00:00"), (" UTC", "+00:00"), (" +", "+"), (" -", "-"))


def read_times(table: Table, zone: tzinfo) -> dict[str, datetime]:
    """Read each submission's time under all that its row calls the student.

    A time without an offset is one of `zone`. Raises UsageError that lists every fault.
    """
    table.require(ACCOUNT_COLUMNS, "the student's id")
    table.require(_TIMES, "the time")
    times: dict[str, datetime] = {}
    faults = []
    for row in table.rows:
        text = row.first(_TIMES)
        when = read_time(text, zone) if text else None
        if text and when is None:
            faults.append(
                f"line {row.line}: {shown(text)} is no time; write it as 2026-09-01T08:00:00+02:00"
            )
        if when is None:
            continue  # a row without a time says nothing
        for key in {folded(row.cells[name]) for name in ACCOUNT_COLUMNS if row.cells.get(name)}:
            if times.setdefault(key, when) != when:
                faults.append(f"line {row.line}: {shown(key)} has another time further up")
    if faults:
        raise UsageError("\n".join(f"{table.path}: {fault}." for fault in faults))
    return times


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
    return when if when.tzinfo is not None else when.replace(tzinfo=zone)
