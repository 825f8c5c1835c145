"""Reads back from a gradebook what reports do not hold: times, and points that are left."""

import csv
import io
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from .amounts import read_amount
from .formulas import unguarded


class Counted(Struct, frozen=True):
    """What a gradebook says of one student's lesson beside the report."""

    submitted_at: str = ""
    points: Fraction | None = None  # what is left, where something was taken off for lateness


Key = tuple[str, str]  # student, lesson


def read_counted(data: bytes) -> dict[Key, Counted]:
    """Read a gradebook.csv as `grader grade` writes it; columns that it lacks stay empty."""
    text = io.StringIO(data.decode("utf-8-sig", "replace"), newline="")
    found: dict[Key, Counted] = {}
    for row in csv.DictReader(text):
        # its decimals are rounded, so where nothing was taken off the report's own points stand
        left = row.get("points_counted") or ""
        is_less = left != row.get("points")
        counted = Counted(
            row.get("submitted_at") or "",
            read_amount(left) if is_less else None,
        )
        found[unguarded(row.get("student") or ""), row.get("lesson") or ""] = counted
    return found


def counted_points(key: Key, points: str, counted: Mapping[Key, Counted]) -> Fraction:
    """Return the points that count, which are all of them where no gradebook says otherwise."""
    known = counted.get(key)
    return Fraction(points) if known is None or known.points is None else known.points
