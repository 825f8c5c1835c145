"""Reads the tables that an instructor gives about a class, once for all its lessons."""

import re
from collections import defaultdict
from contextlib import suppress
from datetime import datetime, tzinfo
from pathlib import Path

from msgspec import Struct

from grader.errors import UsageError
from grader.model.course import Course, StudentId
from grader.model.dates import read_time, zone_of

from .names import called, folded, shown
from .owners import Key, People, TimeRow
from .roster import (
    ACCOUNT_COLUMNS,
    Roster,
    Table,
    platform_numbers,
    read_roster,
    read_table,
)

_TIMES = ("submitted at", "submission time", "timestamp", "time", "created at",
          "last modified (submission)")  # fmt: skip
_GROUPS = ("group", "group name", "team", "team name", "group id")


def read_groups(table: Table, roster: Roster | None) -> dict[str, tuple[StudentId, ...]]:
    """Read each group's students; raises UsageError for one who is unknown or in two groups."""
    table.require(_GROUPS, "the group")
    table.require(ACCOUNT_COLUMNS, "the student's id")
    groups: dict[str, list[StudentId]] = defaultdict(list)
    seen: dict[StudentId, tuple[str, int]] = {}
    faults = []
    for row in table.rows:
        group, text = shown(row.first(_GROUPS)), row.first(ACCOUNT_COLUMNS)
        if not group or not text:
            if text and not group:
                continue  # works alone
            faults.append(f"line {row.line} names no student")
            continue
        known = roster.by_id(text) if roster else None
        if roster is not None and known is None:
            faults.append(f"line {row.line}: {shown(text)} is not on {roster.path}")
            continue
        student = known.id if known else StudentId(called(text))
        before, line = seen.setdefault(student, (group, row.line))
        if before != group:
            faults.append(f"lines {line} and {row.line} put {student} into two groups")
        elif student not in groups[group]:
            groups[group].append(student)
    if faults:
        raise UsageError("\n".join(f"{table.path}: {fault}." for fault in faults))
    return {group: tuple(members) for group, members in groups.items()}


def read_times(table: Table, zone: tzinfo) -> tuple[TimeRow, ...]:
    """Read when each student submitted, under all that a row calls the student.

    A time without an offset is one of `zone`. Raises UsageError that lists every fault.
    """
    table.require(ACCOUNT_COLUMNS, "the student's id")
    table.require(_TIMES, "the time")
    rows: list[TimeRow] = []
    seen: dict[Key, datetime] = {}
    faults = []
    for row in table.rows:
        text = row.first(_TIMES)
        when = read_time(text, zone) or _read_moodle_time(text, zone)
        if text.strip("-") and when is None:
            faults.append(
                f"line {row.line}: {shown(text)} is no time; write it as 2026-09-01T08:00:00+02:00"
            )
        if when is None:
            continue  # a row without a time says nothing
        accounts = [row.cells[name] for name in ACCOUNT_COLUMNS if row.cells.get(name)]
        keys = {("id", folded(text)) for text in accounts} | platform_numbers(row)
        if any(seen.setdefault(key, when) != when for key in keys):
            faults.append(f"line {row.line}: {shown(accounts[0])} has another time further up")
        student = row.first(ACCOUNT_COLUMNS)
        rows.append(TimeRow(row.line, shown(student), frozenset(keys), when))
    if faults:
        raise UsageError("\n".join(f"{table.path}: {fault}." for fault in faults))
    return tuple(rows)


_MONTHS = ("January February March April May June July August September October November December"
           .casefold().split())  # fmt: skip
_MOODLE_TIME = re.compile(
    r"(?:\w+, )?(\d{1,2}) (\w+) (\d{4}), (\d{1,2}):(\d\d)(?: ?([AP])M)?", re.IGNORECASE
)


def _read_moodle_time(text: str, zone: tzinfo) -> datetime | None:
    """Read a time as Moodle's worksheet has it: "Tuesday, 1 September 2026, 8:00 AM"."""
    told = _MOODLE_TIME.fullmatch(text)
    if told is None or told[2].casefold() not in _MONTHS:
        return None
    day, year, hour, minute = (int(told[number]) for number in (1, 3, 4, 5))
    if told[6]:
        hour = hour % 12 + 12 * (told[6].upper() == "P")
    month = _MONTHS.index(told[2].casefold()) + 1
    with suppress(ValueError):
        return datetime(year, month, day, hour, minute, tzinfo=zone)
    return None


class PeopleFiles(Struct, frozen=True):
    """Where they are."""

    roster: Path | None = None
    groups: Path | None = None
    times: Path | None = None

    @property
    def tables(self) -> tuple[Path, ...]:
        """Those that there are."""
        return tuple(filter(None, (self.roster, self.groups, self.times)))


NO_TABLES = PeopleFiles()


def read_people(files: PeopleFiles, course: Course) -> People:
    """Read them; raises UsageError that says what is wrong with a table."""
    roster = read_roster(files.roster) if files.roster else None
    groups = read_groups(read_table(files.groups), roster) if files.groups else {}
    zone = zone_of(course.time_zone)
    times = read_times(read_table(files.times), zone) if files.times else ()
    return People(roster, groups, times)
