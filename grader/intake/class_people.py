"""Knows a class beside what it submitted: its roster, its groups, and when each student submitted.

An instructor gives these as tables; they are read once for all lessons.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, tzinfo
from pathlib import Path

from msgspec import Struct, field

from grader.model.course import Course, StudentId
from grader.model.dates import read_time, zone_of

from .names import called, folded, shown
from .roster import ACCOUNT_COLUMNS, Roster, Table, Who, read_roster, read_table

_TIMES = ("submitted at", "time", "last modified (submission)")
_GROUPS = ("group", "group name", "team")


class TimeRow(Struct, frozen=True):
    """One row of a table of times."""

    line: int
    called: str  # its student, as it is written there
    keys: frozenset[tuple[str, str]]  # "id" or a platform, and what the student is called there
    when: datetime


class People(Struct, frozen=True):
    """What is known of a class beside what it submitted."""

    roster: Roster | None = None
    groups: Mapping[str, tuple[StudentId, ...]] = field(default_factory=dict)  # by group
    times: tuple[TimeRow, ...] = ()

    def keys_of(self, student: StudentId, who: Sequence[Who] = ()) -> frozenset[tuple[str, str]]:
        """List all by which a table of times may call a student."""
        known = self.roster.by_id(student) if self.roster else None
        if known is not None:
            return frozenset(known.all_keys())
        ids = (text for one in who for text in one.ids)
        numbers = {(one.platform, one.number) for one in who if one.number}
        return frozenset((*numbers, *(("id", folded(each)) for each in (student, *ids))))

    def when(self, student: StudentId, who: Sequence[Who]) -> datetime | None:
        """Say when a student submitted, where the table of times has it."""
        keys = self.keys_of(student, who) if self.times else frozenset()
        return next((row.when for row in self.times if not keys.isdisjoint(row.keys)), None)


def read_groups(table: Table, roster: Roster | None) -> dict[str, tuple[StudentId, ...]]:
    """Read each group's students; raises UsageError for one who is unknown or in two groups."""
    table.require(_GROUPS, "the group")
    table.require(ACCOUNT_COLUMNS, "the student's id")
    groups: dict[str, list[StudentId]] = defaultdict(list)
    group_of: dict[StudentId, str] = {}
    faults = []
    for row in table.rows:
        group, text = shown(row.first(_GROUPS)), row.first(ACCOUNT_COLUMNS)
        known = roster.by_id(text) if roster else None
        student = known.id if known else StudentId(called(text))
        if not text:
            faults.append(f"line {row.line} names no student")
        elif not group:  # who has none works alone
            continue
        elif roster is not None and known is None:
            faults.append(f"line {row.line}: {shown(text)} is not on {roster.path}")
        elif group_of.setdefault(student, group) != group:
            faults.append(f"line {row.line} puts {student} into a second group")
        elif student not in groups[group]:
            groups[group].append(student)
    table.refuse(faults)
    return {group: tuple(members) for group, members in groups.items()}


def read_times(table: Table, zone: tzinfo) -> tuple[TimeRow, ...]:
    """Read when each student submitted, under all that a row calls the student.

    A time without an offset is one of `zone`. Raises UsageError that lists every fault.
    """
    table.require(ACCOUNT_COLUMNS, "the student's id")
    table.require(_TIMES, "the time")
    rows: list[TimeRow] = []
    seen: dict[tuple[str, str], datetime] = {}
    faults = []
    for row in table.rows:
        text, student = row.first(_TIMES), shown(row.first(ACCOUNT_COLUMNS))
        when = read_time(text, zone) or _read_moodle_time(text, zone)
        if when is not None:
            accounts = (row.cells.get(name) for name in ACCOUNT_COLUMNS)
            keys = {("id", folded(each)) for each in accounts if each} | row.numbers
            if any(seen.setdefault(key, when) != when for key in keys):
                faults.append(f"line {row.line}: {student} has another time further up")
            rows.append(TimeRow(row.line, student, frozenset(keys), when))
        elif text.strip("-"):  # a row without a time says nothing
            faults.append(
                f"line {row.line}: {shown(text)} is no time; write it as 2026-09-01T08:00:00+02:00"
            )
    table.refuse(faults)
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
    with suppress(ValueError):
        return datetime(year, _MONTHS.index(told[2].casefold()) + 1, day, hour, minute, tzinfo=zone)
    return None


class PeopleFiles(Struct, frozen=True):
    """Where the tables are."""

    roster: Path | None = None
    groups: Path | None = None
    times: Path | None = None


def read_people(files: PeopleFiles, course: Course) -> People:
    """Read the tables; raises UsageError that says what is wrong with one."""
    roster = read_roster(files.roster) if files.roster else None
    groups = read_groups(read_table(files.groups), roster) if files.groups else {}
    zone = zone_of(course.time_zone)
    times = read_times(read_table(files.times), zone) if files.times else ()
    return People(roster, groups, times)
