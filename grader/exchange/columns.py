"""Chooses the column of a class's list that a lesson's grades belong in."""

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from grader.errors import UsageError
from grader.model.text import printable

_SUFFIX = re.compile(r"\s*\([^()]*\)$")  # Canvas: the assignment's id; Moodle: "(Real)"


class Wanted(Struct, frozen=True):
    """What an instructor says about the columns of a class's list."""

    lesson: str
    title: str | None = None  # of the lesson, where the course is known
    column: str | None = None  # that gets the grades
    match: str | None = None  # that names the students


def choose_column(name: str, columns: Mapping[int, str], wanted: Wanted) -> int:
    """Choose among columns, by place; raises UsageError that lists them where it is unclear."""
    if wanted.column is not None:
        found = _called(columns, [wanted.column])
        what = f"{wanted.column!r}"
    else:
        found = _called(columns, [wanted.title, wanted.lesson])
        what = f"{wanted.title or wanted.lesson!r}"
    if len(found) == 1:
        return found[0]
    problem = "has no column for" if not found else "has several columns for"
    raise UsageError(
        f"{name} {problem} {what}. Name one with --column:\n"
        + "\n".join(f"  {printable(columns[place], lines=False)}" for place in found or columns)
    )


def column_called(name: str, header: Iterable[str], wanted: str) -> int:
    """Find the one column with this heading; raises UsageError that lists all."""
    columns = dict(enumerate(header))
    found = [place for place, text in columns.items() if _plain(text) == _plain(wanted)]
    if len(found) == 1:
        return found[0]
    problem = "no column" if not found else "several columns"
    raise UsageError(
        f"{name} has {problem} {wanted!r}. Its columns:\n"
        + "\n".join(f"  {printable(text, lines=False)}" for text in columns.values())
    )


def _called(columns: Mapping[int, str], names: Iterable[str | None]) -> list[int]:
    asked = {_plain(name) for name in names if name}
    exact = [place for place, text in columns.items() if _plain(text) in asked]
    return exact or [place for place, text in columns.items() if _readings(text) & asked]


def _readings(heading: str) -> set[str]:
    """Read "Assignment: Sums (Real)" as "Sums" too, and "Sums (123)" as "Sums" and as "123"."""
    bare = _SUFFIX.sub("", heading)
    inside = heading[len(bare) :].strip(" ()")
    after_kind = bare.partition(":")[2]
    return {_plain(text) for text in (heading, bare, inside, after_kind)} - {""}


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
