"""Prints for the instructor what came of judging a class again."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import Console

from grader.feedback.pen import Pen
from grader.feedback.words import VERDICTS
from grader.model.phrases import count, first_of, points_text, who
from grader.model.regrade import AttemptChange, by_cause
from grader.model.remarks import points_that_count
from grader.model.report import Report, caveats

_HEADINGS = ("Student", "Attempt", "Points", "Passed", "Verdict")


def print_changes(changes: Sequence[AttemptChange], screen: Console) -> None:
    """Print a table for each cause, with its first attempts, and sums."""
    pen = Pen(screen)
    changed = [one for one in changes if one.is_change]
    for caveat in caveats(one.after for one in changes):
        pen.whole(caveat)
    for told, group in by_cause(changed):
        pen.whole(f"{group[0].lesson}: {count(len(group), 'attempt')}, because of", style="bold")
        for cause in told:
            pen.whole(f"  {cause}")
        shown, more = first_of(group)
        arrow = "->" if pen.is_ascii else "→"
        rows = [_cells(one, arrow) for one in shown]
        pen.table(_HEADINGS, rows, numbers=["Attempt", "Points"])
        if more is not None:
            pen.write(more)
        pen.gap()
    for line in _sums(changes, changed):
        pen.whole(line)


def _sums(changes: Sequence[AttemptChange], changed: Sequence[AttemptChange]) -> Iterator[str]:
    if not changed:
        yield f"No result changes: {count(len(changes), 'attempt')} judged again."
        return
    students = count(len({one.student for one in changed}), "student")
    more = sum(one.points_gained > 0 for one in changed)
    less = sum(one.points_gained < 0 for one in changed)
    yield (
        f"{count(len(changed), 'attempt')} of {students} would change: {more} up, {less} down, "
        f"{len(changed) - more - less} with the same points."
    )
    passes = sum(one.after.lesson_passed > one.before.lesson_passed for one in changed)
    fails = sum(one.after.lesson_passed < one.before.lesson_passed for one in changed)
    if passes:
        yield f"{count(passes, 'attempt')} would pass that did not."
    if fails:
        yield (
            f"{count(fails, 'attempt')} would no longer reach the points that pass; what was "
            "passed stays passed, and what it opened stays open."
        )
    if len(changes) > len(changed):
        rest = count(len(changes) - len(changed), "attempt")
        yield f"{rest} judged again with the same result."


def _cells(change: AttemptChange, arrow: str) -> tuple[str, ...]:
    def both(before: str, after: str) -> str:
        return before if before == after else f"{before} {arrow} {after}"

    old, new = change.before, change.after
    points = both(*(_points(one, with_most=old.max_points != new.max_points) for one in (old, new)))
    passed = both(*("yes" if one.lesson_passed else "no" for one in (old, new)))
    verdict = both(*(VERDICTS[one.verdict].badge.word for one in (old, new)))
    return (who(change.student, old.name), str(change.number), points, passed, verdict)


def _points(report: Report, *, with_most: bool) -> str:
    points = points_text(points_that_count(report))
    return f"{points} of {points_text(Fraction(report.max_points))}" if with_most else points
