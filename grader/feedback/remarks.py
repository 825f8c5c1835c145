"""Words marks and comments by hand, for pages and terminals."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from rich.console import Console

from grader.feedback.pen import Pen
from grader.feedback.words import percent
from grader.model.phrases import count, points_text, who
from grader.model.remarks import (
    RemarkOnRecord,
    has_points,
    is_marked,
    points_that_count,
    told_points,
)
from grader.model.report import Remark, Report
from grader.model.text import printable


class RemarkView(Struct, frozen=True):
    """A mark or a comment by hand, with who wrote it and when."""

    head: str
    text: str
    source: str


def points_of(report: Report) -> str | None:
    """Write the points that count, why they are fewer, whether some are by hand; or None."""
    if not has_points(report):
        return None
    points = told_points(report)
    mark = "; marked by hand" if report.counted_because else ", marked by hand"
    return points + mark if is_marked(report) else points


def percent_of(report: Report) -> int:
    """Round to whole percent the share of the points that counts."""
    most = Fraction(report.max_points)
    return percent(points_that_count(report) / most if most else 0)


def remarks_on_whole(report: Report) -> tuple[RemarkView, ...]:
    """Word what is said of the submission as a whole, and of cases that are not there."""
    known = {case.id for case in report.cases}
    return tuple(
        _view(one, f"On {one.case_id}, which is not among the cases: ")
        if one.case_id is not None
        else _view(one)
        for one in report.remarks
        if one.case_id not in known
    )


def remarks_on_case(remarks: Iterable[Remark], case_id: str) -> tuple[RemarkView, ...]:
    """Word what is said of one case."""
    return tuple(_view(one) for one in remarks if one.case_id == case_id)


def print_view(pen: Pen, view: RemarkView, *, indent: int) -> None:
    """Print one remark with who wrote it."""
    text = f" {view.text}" if view.text else ""
    pen.write(f"{view.head}{text} ({view.source})", indent=indent)


def print_remarks(
    found: Sequence[RemarkOnRecord],
    names: Mapping[str, str],
    screen: Console,
    *,
    are_removed: bool = False,
) -> None:
    """Print remarks with students' names, for the instructor."""
    pen = Pen(screen)
    for one in found:
        what = one.lesson if one.remark.case_id is None else f"{one.lesson}, {one.remark.case_id}"
        sha = one.submission_sha256
        which = "every submission" if sha is None else f"file {sha[:12]}"
        student = who(one.student, names.get(one.student))
        head = printable(f"{student}: {what} ({which})", lines=False)
        pen.write(head, indent=0)
        print_view(pen, _view(one.remark), indent=4)
    if are_removed:
        pen.write(f"{count(len(found), 'remark')} taken back.", indent=0)
    elif not found:
        pen.write("There are no remarks.", indent=0)


def _view(remark: Remark, about: str = "") -> RemarkView:
    head = "Comment:"
    if remark.points is not None:
        noun = "point" if Fraction(remark.points) == 1 else "points"
        head = f"Marked by hand: {points_text(Fraction(remark.points))} {noun}."
    source = f"{remark.written_by}, {remark.written_at:%Y-%m-%d}"
    return RemarkView(about + head, printable(remark.text), printable(source, lines=False))
