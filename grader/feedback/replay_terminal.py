"""Prints what one case did with a submission, for the instructor."""

from collections.abc import Sequence
from typing import Protocol

from rich.console import Console

from grader.feedback.cases import CaseView, case_views, split_message, tally
from grader.feedback.pen import STYLES, Pen
from grader.feedback.report_terminal import print_case_body, print_message
from grader.feedback.words import REVEALS, VERDICTS, VISIBILITIES
from grader.model.phrases import count, of_points
from grader.model.report import SETTLED, CaseReport, CaseTrace, JudgedSubmission, Reveal
from grader.model.text import cut_text, printable

_LONGEST_TEXT = 20_000  # characters of printed output or of a failure


class Line(Protocol):
    """A line of the student's code."""

    @property
    def file(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def source(self) -> str: ...
    @property
    def is_named(self) -> bool: ...


def print_cases_of(judged: JudgedSubmission, console: Console, lesson_title: str) -> None:
    """Print the verdict and every case with its number, id and outcome."""
    pen = Pen(console)
    _print_head(pen, judged, lesson_title)
    pen.heading("Cases")
    pen.write(tally(judged.report.cases))
    for view, case in zip(case_views(judged.report.cases), judged.report.cases, strict=True):
        head = f"{view.number}. {printable(case.id, lines=False)} ({view.badge.word})"
        pen.write(head, mark=pen.symbol(view.badge), style=STYLES[view.badge.tone])


def print_replay(
    judged: JudgedSubmission,
    case: CaseReport,
    own_lines: Sequence[Line],
    console: Console,
    lesson_title: str,
) -> None:
    """Print everything about one case; the student's own line is quoted from `own_lines`."""
    pen = Pen(console)
    _print_head(pen, judged, lesson_title)
    at = [one.id for one in judged.report.cases].index(case.id)
    _print_outcome(pen, case_views(judged.report.cases)[at], case, judged, at)
    trace = next((one for one in judged.traces if one.id == case.id), None)
    if trace is not None:
        _print_calls(pen, trace)
    if trace is not None and case.outcome not in SETTLED:
        _print_frames(pen, trace)
        _print_text(pen, "Failure in full", trace.text)
    _print_own(pen, own_lines)
    # pytest runs the cases one after the other over one submission, so whose a line is is unknown
    _print_text(pen, "Printed by all cases together", judged.report.printed)


def _print_head(pen: Pen, judged: JudgedSubmission, lesson_title: str) -> None:
    report = judged.report
    badge = VERDICTS[report.verdict].badge
    pen.write(f"{report.student}: {lesson_title}", indent=0)
    points = of_points(report.points, report.max_points)
    text = f"{badge.word}, {points} (isolation {report.isolation})"
    pen.write(text, mark=pen.symbol(badge), style=STYLES[badge.tone])
    if report.caveat is not None:
        pen.write(report.caveat)
    print_message(pen, split_message(report.message))


def _print_outcome(
    pen: Pen, view: CaseView, case: CaseReport, judged: JudgedSubmission, at: int
) -> None:
    pen.heading(f"Case {view.number}: {view.badge.word}, {view.points}")
    pen.whole(f"  {case.id}")
    pen.write(view.sentence)
    notes = [VISIBILITIES[case.visibility]]
    if judged.reveals and judged.reveals[at] is not Reveal.VALUES:
        notes.append(REVEALS[judged.reveals[at]])
    pen.write("; ".join(notes) + ".")
    print_case_body(pen, view)


def _print_calls(pen: Pen, trace: CaseTrace) -> None:
    pen.heading("Calls and results")
    for call, result in trace.calls:
        pen.write(call, mark="-")
        pen.write(f"gave {result}", indent=4)
    if trace.calls_left_out:
        pen.write(f"{count(trace.calls_left_out, 'more call')} not shown.")
    if not trace.calls:
        pen.write("The case made none, or broke off before it told of them.")


def _print_frames(pen: Pen, trace: CaseTrace) -> None:
    if not trace.frames:
        return
    pen.heading("Lines of the hidden case")
    for frame in trace.frames:
        pen.write(f"{frame.file}:{frame.line} in {frame.function}")
        pen.write(frame.source, indent=4)


def _print_own(pen: Pen, lines: Sequence[Line]) -> None:
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
