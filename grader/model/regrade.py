"""What judging an attempt again changes: points, passing, verdict, and because of which cases."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from .phrases import points_text
from .remarks import points_that_count
from .report import CaseReport, Outcome, Report


@dataclass(frozen=True)
class AttemptChange:
    """One attempt's report as it was, and as it is now."""

    student: str
    lesson: str
    number: int
    before: Report
    after: Report

    @cached_property
    def cases(self) -> tuple[str, ...]:
        """Say of each case that the attempt fares otherwise in what happened to it."""
        before = {case.id: case for case in self.before.cases}
        after = {case.id: case for case in self.after.cases}
        pairs = ((name, before.get(name), after.get(name)) for name in {**after, **before})
        return tuple(
            f"{name}: {_told(old, new)}"
            for name, old, new in pairs
            if _standing(old) != _standing(new)
        )

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
        if self.cases:
            return self.cases
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


def _told(before: CaseReport | None, after: CaseReport | None) -> str:
    """Say what happened to a case, in a few words that equal changes share."""
    if before is None:
        return f"new, {_outcome(after)}"
    if after is None:
        return f"removed, was {_outcome(before)}"
    if before.outcome is not after.outcome:
        return f"{_outcome(before)}, now {_outcome(after)}"
    if Fraction(before.max_points) != Fraction(after.max_points):
        return f"worth {_points(before.max_points)}, now {_points(after.max_points)}"
    return f"gave {_points(before.points)}, now {_points(after.points)}"


def _outcome(case: CaseReport | None) -> str:
    return case.outcome.value.replace("_", " ") if case is not None else ""


def _points(points: str) -> str:
    return points_text(Fraction(points))
