"""Writes numbers, points, dates and lists of names the way that people read them."""

from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import TypeVar

FIRST = 8  # of a long list, what a screen shows
_Item = TypeVar("_Item")


def count(number: int, singular: str) -> str:
    """Write a number with its noun: "1 case", "3 cases"."""
    return f"{number} {singular if number == 1 else singular + 's'}"


def points_text(points: Fraction) -> str:
    """Write points for people: "12", "11.5", "3 1/3"."""
    decimal = f"{float(points):.3f}".rstrip("0").rstrip(".")
    if Fraction(decimal) == points:
        return decimal
    whole, rest = divmod(points, 1)
    return f"{whole} {rest}" if whole else str(rest)


def count_points(points: Fraction) -> str:
    """Write points with their noun: "1 point", "2.5 points"."""
    return f"{points_text(points)} {'point' if points == 1 else 'points'}"


@lru_cache(1024)
def of_points(points: str, max_points: str) -> str:
    """Write the points of a case or report: "11.5 of 14 points"."""
    if Fraction(max_points) == 0:
        return "no points"
    return f"{out_of(points, max_points)} {'point' if Fraction(max_points) == 1 else 'points'}"


def counted_text(points: str, max_points: str, counted: str | None, reason: str | None) -> str:
    """Write points that count: "12 of 24 points count: 5 days late, 10 % a day"."""
    if counted is None or reason is None:
        return of_points(points, max_points)
    verb = "counts" if Fraction(max_points) == 1 else "count"
    is_all = Fraction(points) == Fraction(max_points)
    earned = "" if is_all else f", {points_text(Fraction(points))} earned"
    return f"{of_points(counted, max_points)} {verb}{earned}: {reason}"


def out_of(points: str, max_points: str) -> str:
    """Write the same where a heading says that they are points: "11.5 of 14"."""
    return f"{points_text(Fraction(points))} of {points_text(Fraction(max_points))}"


def date_text(when: datetime, zone: tzinfo) -> str:
    """Write a point in time: "Tue 1 Sep 2026, 08:00 (Europe/Berlin)"."""
    local = when.astimezone(zone)
    day = f"{local:%a} {local.day} {local:%b %Y, %H:%M}"
    return f"{day} ({getattr(zone, 'key', None) or local.tzname()})"


def who(student: str, name: str | None) -> str:
    """Write whom an identifier means: "s017 (Ann Lee)", where a name is known and another."""
    return f"{student} ({name})" if name and name != student else student


def listed(names: Iterable[str], most: int | None = None) -> str:
    """Write a list: "a", "a and b", "a, b and c"; beyond `most`, "a, b and 7 more"."""
    *first, last = [*names] or [""]
    if most is not None and len(first) > most:
        first, last = first[:most], f"{len(first) + 1 - most} more"
    return f"{', '.join(first)} and {last}" if first else last


def first_of(items: Sequence[_Item], most: int = FIRST) -> tuple[Sequence[_Item], str | None]:
    """Cut a list that stands in lines: its first items, and "and 7 more" where there are more."""
    left_out = len(items) - most
    return items[:most], f"and {left_out} more" if left_out > 0 else None


def listed_below(what: str, names: Sequence[str]) -> list[str]:
    """Write a list: how many there are, and each in a line of its own; nothing of nobody."""
    return [f"{what} ({len(names)}):", *(f"  {name}" for name in names)] if names else []


def ranges(numbers: Iterable[int]) -> str:
    """Write ascending numbers, each run of three or more by its ends: "1, 2, 5-9"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [[f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run) for run in runs]
    return ", ".join(chain.from_iterable(parts))
