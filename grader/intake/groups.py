"""Reads who works together, from a table that an instructor gives."""

from collections import defaultdict

from grader.errors import UsageError
from grader.model.course import StudentId

from .class_tables import Table
from .names import called, shown
from .roster import ACCOUNT_COLUMNS, Roster

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
