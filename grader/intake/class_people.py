"""Reads the tables that an instructor gives about a class, once for all its lessons."""

from collections import defaultdict
from datetime import datetime, tzinfo
from pathlib import Path

from msgspec import Struct

from grader.errors import UsageError
from grader.model.course import Course, StudentId
from grader.model.dates import read_time, zone_of

from .names import called, folded, shown
from .owners import People
from .roster import ACCOUNT_COLUMNS, Roster, Table, read_roster, read_table

_TIMES = ("submitted at", "submission time", "timestamp", "time", "created at")
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
    times = read_times(read_table(files.times), zone) if files.times else {}
    return People(roster, groups, times)
