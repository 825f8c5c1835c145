"""What judging an attempt again changes: points, passing, verdict, and because of which cases."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from .phrases import points_text
from .remarks import points_that_count
from .report import CaseReport, Outcome, Report


class CaseChange(Struct, frozen=True):
    """One hidden case that an attempt fares otherwise in."""

    id: str
    before: CaseReport | None  # None: it was not there
    after: CaseReport | None  # None: it is no longer there

    @property
    def told(self) -> str:
        """What happened to it, in a few words that equal changes share."""
        if self.before is None:
            return f"new, {_outcome(self.after)}"
        if self.after is None:
            return f"removed, was {_outcome(self.before)}"
        if self.before.outcome is not self.after.outcome:
            return f"{_outcome(self.before)}, now {_outcome(self.after)}"
        if Fraction(self.before.max_points) != Fraction(self.after.max_points):
            return f"worth {_points(self.before.max_points)}, now {_points(self.after.max_points)}"
        return f"gave {_points(self.before.points)}, now {_points(self.after.points)}"


@dataclass(frozen=True)
class AttemptChange:
    """One attempt's report as it was, and as it is now."""

    student: str
    lesson: str
    number: int
    before: Report
    after: Report

    @cached_property
    def cases(self) -> tuple[CaseChange, ...]:
        """The cases that the attempt fares otherwise in, in the order of the lesson."""
        before = {case.id: case for case in self.before.cases}
        after = {case.id: case for case in self.after.cases}
        pairs = (CaseChange(id_, before.get(id_), after.get(id_)) for id_ in {**after, **before})
        return tuple(one for one in pairs if _standing(one.before) != _standing(one.after))

    @cached_property
    def is_change(self) -> bool:
        """Whether a result differs; else there may be other sentences or hints at most."""
        return bool(self.cases) or _result(self.before) != _result(self.after)

    @property
    def points_gained(self) -> Fraction:
        """How many points more there are, or fewer where it is negative."""
        return points_that_count(self.after) - points_that_count(self.before)

    @property
    def causes(self) -> tuple[str, ...]:
        """Say why, case by case; equal for attempts that change for the same reason."""
        told = tuple(f"{one.id}: {one.told}" for one in self.cases)
        if told:
            return told
        if self.before.lesson_passed != self.after.lesson_passed:
            return ("the share of the points that passes the lesson",)
        return ("the verdict alone",)


def by_cause(
    changes: Iterable[AttemptChange],
) -> list[tuple[tuple[str, ...], list[AttemptChange]]]:
    """Bring together what changes for the same reason, the most frequent first."""
    groups: defaultdict[tuple[str, tuple[str, ...]], list[AttemptChange]] = defaultdict(list)
    for one in changes:
        groups[one.lesson, one.causes].append(one)
    found = [(causes, group) for (_, causes), group in groups.items()]
    return sorted(found, key=lambda pair: (pair[1][0].lesson, -len(pair[1]), pair[0]))


def _standing(case: CaseReport | None) -> tuple[object, ...] | None:
    if case is None or case.outcome is Outcome.SKIPPED:
        return None  # it counts nowhere
    return (case.outcome, Fraction(case.points), Fraction(case.max_points))


def _result(report: Report) -> tuple[object, ...]:
    points = (Fraction(report.points), Fraction(report.max_points))
    return (*points, report.lesson_passed, report.verdict)


def _outcome(case: CaseReport | None) -> str:
    return case.outcome.value.replace("_", " ") if case is not None else ""


def _points(points: str) -> str:
    return points_text(Fraction(points))
