"""Prints for the instructor what came of judging again: one case of a submission, or a class."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.feedback.instructor import CaseDetail, InstructorView, instructor_view
from grader.feedback.pen import STYLES, Pen
from grader.feedback.remarks import points_of
from grader.feedback.report_terminal import print_case_body, print_message
from grader.feedback.screen import Screen
from grader.feedback.words import VERDICTS, badge_of
from grader.model.course import Lesson
from grader.model.phrases import count, first_of, points_text, who
from grader.model.regrade import AttemptChange, by_cause
from grader.model.report import CaseReport, CaseTrace, JudgedSubmission, Report, caveats
from grader.model.submission import QuotedLine
from grader.model.text import cut_text, printable

_LONGEST_TEXT = 20_000  # characters of printed output or of a failure
_HEADINGS = ("Student", "Attempt", "Points", "Passed", "Verdict")
_CAUSES = 12


def print_cases_of(judged: JudgedSubmission, screen: Screen, lesson: Lesson) -> None:
    """Print the verdict and every case with its number, id and outcome."""
    pen, view = Pen(screen), instructor_view(judged, lesson)
    _print_head(pen, view)
    pen.heading("Cases")
    pen.write(view.tally)
    for case in view.cases:
        badge = case.view.badge
        head = f"{case.view.number}. {printable(case.id, lines=False)} ({badge.word})"
        pen.write(head, mark=pen.symbol(badge), style=STYLES[badge.tone])


def print_replay(
    judged: JudgedSubmission,
    case: CaseReport,
    own_lines: Sequence[QuotedLine],
    screen: Screen,
    lesson: Lesson,
) -> None:
    """Print everything about one case; the student's own line is quoted from `own_lines`."""
    pen, view = Pen(screen), instructor_view(judged, lesson)
    _print_head(pen, view)
    detail = next(one for one in view.cases if one.id == case.id)
    _print_outcome(pen, detail)
    if detail.trace is not None:
        _print_calls(pen, detail.trace, detail.calls_left_out)
    if detail.trace is not None and detail.is_open:
        _print_frames(pen, detail.trace)
        _print_text(pen, "Failure in full", detail.trace.text)
    _print_own(pen, own_lines)
    # pytest runs the cases one after the other over one submission, so whose a line is is unknown
    _print_text(pen, "Printed by all cases together", view.printed)


def _print_head(pen: Pen, view: InstructorView) -> None:
    report, badge = view.report, badge_of(view.report.verdict)
    pen.write(f"{report.student}: {view.lesson.title}", indent=0)
    facts = ", ".join(filter(None, (badge.word, points_of(report))))
    text = f"{facts} (isolation {report.isolation})"
    pen.write(text, mark=pen.symbol(badge), style=STYLES[badge.tone])
    if report.caveat is not None:
        pen.write(report.caveat)
    print_message(pen, view.message)


def _print_outcome(pen: Pen, case: CaseDetail) -> None:
    pen.heading(f"Case {case.view.number}: {case.view.badge.word}, {case.view.points}")
    pen.whole(f"  {case.id}")
    pen.write(case.view.sentence)
    pen.write(f"{case.notes}.")
    print_case_body(pen, case.view)


def _print_calls(pen: Pen, trace: CaseTrace, left_out: str | None) -> None:
    pen.heading("Calls and results")
    for call, result in trace.calls:
        pen.write(call, mark="-")
        pen.write(f"gave {result}", indent=4)
    if left_out is not None:
        pen.write(left_out)
    if not trace.calls:
        pen.write("The case made none, or broke off before it told of them.")


def _print_frames(pen: Pen, trace: CaseTrace) -> None:
    if not trace.frames:
        return
    pen.heading("Lines of the hidden case")
    for frame in trace.frames:
        pen.write(f"{frame.file}:{frame.line} in {frame.function}")
        pen.write(frame.source, indent=4)


def _print_own(pen: Pen, lines: Sequence[QuotedLine]) -> None:
    if not lines:
        return
    named = next((one for one in lines if one.is_named), lines[0])
    pen.heading(f"The student's own code, {named.file}:{named.number}")
    width = len(str(lines[-1].number))
    for one in lines:
        mark = ">" if one.is_named else " "
        pen.whole(f"  {mark} {one.number:>{width}}  {one.source.expandtabs(4)[:200]}".rstrip())


def _print_text(pen: Pen, heading: str, text: str | None) -> None:
    if text:
        pen.heading(heading)
        for line in printable(cut_text(text, _LONGEST_TEXT)).rstrip("\n").split("\n"):
            pen.write(line, indent=4)


def print_changes(changes: Sequence[AttemptChange], screen: Screen) -> None:
    """Print a table for each cause, with its first attempts, and sums."""
    pen = Pen(screen)
    changed = [one for one in changes if one.is_change]
    for caveat in caveats(one.after for one in changes):
        pen.whole(caveat)
    causes = by_cause(changed)
    for told, group in causes[:_CAUSES]:
        _print_cause(pen, told, group)
    if rest := causes[_CAUSES:]:
        many = count(sum(len(group) for _, group in rest), "attempt")
        others = count(len(rest), "more cause", "more causes")
        pen.whole(f"And {many} for {others}: --csv FILE has all.")
    for line in _sums(changes, changed):
        pen.whole(line)


def _print_cause(pen: Pen, told: Sequence[str], group: list[AttemptChange]) -> None:
    head = f"{group[0].lesson}: {count(len(group), 'attempt')}, because of"
    pen.whole(head, style="bold")
    for cause in told:
        pen.whole(f"  {cause}")
    shown, more = first_of(group)
    arrow = "->" if pen.screen.is_ascii else "→"
    rows = [_cells(one, arrow) for one in shown]
    pen.table(_HEADINGS, rows, numbers=["Attempt", "Points"], indent=2)
    if more is not None:
        pen.write(more)
    pen.gap()


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
    points = points_text(Fraction(report.points))
    return f"{points} of {points_text(Fraction(report.max_points))}" if with_most else points
