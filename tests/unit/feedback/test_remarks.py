"""Marks and comments by hand stand in pages and terminals, with who wrote them, harmless."""

import io
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from rich.console import Console

from grader.feedback.remarks import print_remarks
from grader.feedback.report_terminal import print_report
from grader.model.course import Lesson
from grader.model.remarks import RemarkOnRecord
from grader.model.report import CaseReport, JudgedSubmission, Remark, Report, Reveal
from grader.model.student_report import student_report
from tests.unit.feedback.pages import class_page, instructor_page, student_page

EVIL = "<img src=x>\x1b[2J\u202e{{ 7 * 7 }}"
WHEN = datetime(2026, 9, 3, 23, 30, tzinfo=UTC)
CASE = "test_sums.py::test_adds"


@pytest.fixture
def judged(
    make_report: Callable[..., Report], make_case: Callable[..., CaseReport]
) -> JudgedSubmission:
    """A submission that is marked and commented on, as a whole, in a case, and in one now gone."""
    remarks = (
        Remark(None, "25/2", "Well argued.\nSee me.", "Dr. Lee", WHEN),
        Remark(None, None, EVIL, EVIL, WHEN),
        Remark(CASE, "1/2", "", "Dr. Lee", WHEN),
        Remark("test_old.py::test_gone", "1", "gone", "Dr. Lee", WHEN),
    )
    report = make_report(cases=(make_case(points="1/2"),), remarks=remarks, points="25/2")
    return JudgedSubmission(report, reveals=(Reveal.SENTENCE,))


def printed(report: Report, **settings: Any) -> str:
    """Print a report as a terminal shows it, unwrapped."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=settings.pop("encoding", "utf-8"))
    print_report(report, Console(file=file, **{"width": 300, **settings}), in_full=True)
    file.seek(0)
    return " ".join(file.read().split())


def test_what_lateness_takes_is_on_every_page(
    make_report: Callable[..., Report], lesson: Lesson
) -> None:
    """Pages of the student, the instructor and the class, and the screen, say how many count."""
    due = datetime(2026, 9, 1, tzinfo=UTC)
    late = {"submitted_at": WHEN, "due": due, "days_late": 3}
    counted = {"points_counted": "7", "counted_because": "5 days late, 10 % a day"}
    judged = JudgedSubmission(make_report(points="14", share=1.0, **late, **counted))
    pages = [
        student_page(judged.report, lesson),
        instructor_page(judged, lesson),
        class_page([judged], lesson),
    ]

    for told in (*pages, printed(judged.report)):
        assert "7 of 14 points count: 5 days late, 10 % a day" in told
    assert all('<rect width="50"' in page for page in pages)
    assert "2026-09-03 23:30 UTC" in pages[1]
    assert "2026-09-01 00:00 UTC" in pages[1]


def test_a_student_reads_them(judged: JudgedSubmission, lesson: Lesson) -> None:
    """Points and words with who wrote them and when, at the case and at the whole."""
    report = student_report(judged)
    page = student_page(report, lesson)
    screen = printed(report)

    for told in (page, screen):
        assert "From your instructor" in told
        assert "12.5 of 14 points, marked by hand" in told
        assert "0.5 of 1 point" in told
        assert "gone" not in told
    assert "Marked by hand: 12.5 points. Well argued. See me. (Dr. Lee, 2026-09-03)" in screen
    assert "Marked by hand: 0.5 points. (Dr. Lee, 2026-09-03)" in screen


@pytest.mark.parametrize("settings", [{}, {"encoding": "ascii"}, {"width": 30}])
def test_nothing_is_obeyed(judged: JudgedSubmission, settings: Any) -> None:
    """What an instructor has pasted reaches no terminal as a command."""
    screen = printed(student_report(judged), **settings)

    assert "\x1b" not in screen
    assert "\u202e" not in screen
    assert "x1b[2J" in screen


def test_pages_are_sound(
    judged: JudgedSubmission, lesson: Lesson, read_page: Callable[[str], Any]
) -> None:
    """Remarks add text and no tags of their own; ids stay unique, and levels of headings whole."""
    pages = [
        student_page(student_report(judged), lesson),
        instructor_page(judged, lesson),
        class_page([judged], lesson),
    ]
    for html in pages:
        page = read_page(html)
        ids = list(page.values("id"))

        assert len(ids) == len(set(ids))
        assert "img" not in {tag for tag, _ in page.tags}
        assert "\x1b" not in html
        assert "\u202e" not in html
        assert "marked by hand" in page.text
    assert "{{ 7 * 7 }}" in pages[1]
    assert "On test_old.py::test_gone, which is not among the cases: Marked by hand" in pages[1]


def test_a_list_for_the_instructor() -> None:
    """Each remark says whose it is with the name, and the file that it stays with."""
    file = io.StringIO()
    console = Console(file=file, width=200)
    known = [
        RemarkOnRecord(7, "ann", "sums", "ab" * 32, Remark(CASE, "1", EVIL, "Dr. Lee", WHEN)),
        RemarkOnRecord(8, EVIL, "sums", None, Remark(None, None, "x", "Dr. Lee", WHEN)),
    ]
    print_remarks(known, {"ann": "Ann Lee"}, console)
    print_remarks(known, {}, console, are_removed=True)
    print_remarks([], {}, console)

    said = file.getvalue()
    assert f"ann (Ann Lee): sums, {CASE} (file abababababab)" in said
    assert "(every submission)" in said
    assert "2 remarks taken back." in said
    assert "There are no remarks." in said
    assert "\x1b" not in said
