"""Shows in the terminal what a regrade changes, by cause, so that a large class can be read."""

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.model.phrases import count, points_text, who
from grader.model.regrade import AttemptChange, by_cause
from grader.model.report import Report, caveats
from grader.model.text import printable

from .words import VERDICTS

_ROWS = 8  # of a cause
_CAUSES = 12
_STUDENT_WIDTH = 24


def print_changes(changes: Sequence[AttemptChange], console: Console) -> None:
    """Print a table for each cause, with its first attempts, and sums."""
    changed = [one for one in changes if one.is_change]
    for caveat in caveats(one.after for one in changes):
        _say(console, caveat)
    causes = by_cause(changed)
    for told, group in causes[:_CAUSES]:
        _print_cause(told, group, console)
    if rest := causes[_CAUSES:]:
        many = count(sum(len(group) for _, group in rest), "attempt")
        others = count(len(rest), "more cause", "more causes")
        _say(console, f"And {many} for {others}: --csv FILE has all.")
    _print_sums(changes, changed, console)


def _print_cause(told: Sequence[str], group: list[AttemptChange], console: Console) -> None:
    _say(console, f"{group[0].lesson}: {count(len(group), 'attempt')}, because of", "bold")
    for cause in told:
        _say(console, f"  {cause}")
    console.print(Padding(_table(group[:_ROWS], console), (0, 0, 0, 2)))
    if len(group) > _ROWS:
        _say(console, f"  and {len(group) - _ROWS} more")
    console.print()


def _print_sums(
    changes: Sequence[AttemptChange], changed: Sequence[AttemptChange], console: Console
) -> None:
    students = count(len({one.student for one in changed}), "student")
    if not changed:
        _say(console, f"No result changes: {count(len(changes), 'attempt')} judged again.")
        return
    more = sum(one.points_gained > 0 for one in changed)
    less = sum(one.points_gained < 0 for one in changed)
    _say(
        console,
        f"{count(len(changed), 'attempt')} of {students} would change: {more} up, {less} down, "
        f"{len(changed) - more - less} with the same points.",
    )
    passes = sum(one.after.lesson_passed > one.before.lesson_passed for one in changed)
    fails = sum(one.after.lesson_passed < one.before.lesson_passed for one in changed)
    if passes:
        _say(console, f"{count(passes, 'attempt')} would pass that did not.")
    if fails:
        _say(
            console,
            f"{count(fails, 'attempt')} would no longer reach the points that pass; what was "
            "passed stays passed, and what it opened stays open.",
        )
    if len(changes) > len(changed):
        rest = count(len(changes) - len(changed), "attempt")
        _say(console, f"{rest} judged again with the same result.")


def _table(changes: Sequence[AttemptChange], console: Console) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("Student", max_width=_STUDENT_WIDTH, overflow="ellipsis", no_wrap=True)
    for heading in ("Attempt", "Points"):
        table.add_column(heading, justify="right")
    table.add_column("Passed")
    table.add_column("Verdict", overflow="fold")
    arrow = "->" if console.options.ascii_only else "→"
    for one in changes:
        table.add_row(*(Text(cell) for cell in _cells(one, arrow, console)))
    return table


def _cells(change: AttemptChange, arrow: str, console: Console) -> tuple[str, ...]:
    def both(before: str, after: str) -> str:
        return before if before == after else f"{before} {arrow} {after}"

    old, new = change.before, change.after
    points = both(*(_points(one, with_most=old.max_points != new.max_points) for one in (old, new)))
    passed = both(*("yes" if one.lesson_passed else "no" for one in (old, new)))
    verdict = both(*(VERDICTS[one.verdict].badge.word for one in (old, new)))
    student = who(change.student, old.name)
    return (_plain(student, console), str(change.number), points, passed, verdict)


def _points(report: Report, *, with_most: bool) -> str:
    points = points_text(Fraction(report.points))
    return f"{points} of {points_text(Fraction(report.max_points))}" if with_most else points


def _plain(text: str, console: Console) -> str:
    seen = printable(text, lines=False)
    return seen.encode(console.encoding, "backslashreplace").decode(console.encoding)


def _say(console: Console, text: str, style: str | None = None) -> None:
    console.print(Text(_plain(text, console), style=style or ""), soft_wrap=True)
