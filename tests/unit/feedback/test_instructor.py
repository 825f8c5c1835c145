"""The instructor reads everything, the student only what is theirs."""

from collections.abc import Callable
from typing import Any

import msgspec

from grader.feedback.html import environment
from grader.feedback.instructor import instructor_view
from grader.model.course import Lesson
from grader.model.report import JudgedSubmission
from grader.model.student_report import student_report
from tests.unit.feedback.pages import instructor_page, student_page


def test_hidden_material_is_for_the_instructor(
    judged_class: dict[str, JudgedSubmission],
    lesson: Lesson,
    read_page: Callable[[str], Any],
) -> None:
    """Output, frames, calls, ids, groups and hidden cases are on the one page only."""
    judged = judged_class["chiara_rossi"]

    full = read_page(instructor_page(judged, lesson, "Course")).text
    own = read_page(student_page(student_report(judged), lesson, "Course")).text

    for secret in (
        "ideal = [3, 2, 1]",
        "test_ndcg.py:17 in test_all_zero",
        "assert dcg([3, 0, 2])",
        "test_ndcg.py::test_all_zero",
        "test_k_beyond[7-0.976239]",
        "accepts a k beyond the end of the list (number 2)",
        "ndcg_at_k([3, 2, 0, 0, 1], 5)",
        "51d20b77",
        "cut_before_sort",
    ):
        assert secret in full
        assert secret not in own


def test_printed_output_is_the_instructors_even_unfiltered(
    judged_class: dict[str, JudgedSubmission], lesson: Lesson
) -> None:
    """A student's page has no place for printed output or groups."""
    report = judged_class["chiara_rossi"].report

    page = student_page(report, lesson, "Course")

    assert "ideal = [3, 2, 1]" not in page
    assert "51d20b77" not in page


def test_source_lines_are_numbered_and_bounded(
    judged_class: dict[str, JudgedSubmission], lesson: Lesson
) -> None:
    """A file of any length gives a page that can be opened, and the cut is counted."""
    judged = judged_class["amara_okafor"]

    def lines(source: str | None) -> tuple[tuple[str, ...] | None, str | None]:
        context = instructor_view(msgspec.structs.replace(judged, source=source), lesson, "Course")
        return context.source, context.source_left_out

    assert lines("a\r\nb\n\tc\x1b") == (("a", "b", "\tc\\x1b"), None)
    assert lines("") == (("",), None)
    assert lines(None) == (None, None)
    many, left_out = lines("x\n" * 5000)
    assert many is not None
    assert (len(many), left_out) == (4000, "1000 more lines are not shown.")
    assert lines("x\n" * 4001)[1] == "1 more line is not shown."


def test_a_submission_without_anything_has_a_page(
    judged_class: dict[str, JudgedSubmission], lesson: Lesson
) -> None:
    """Neither traces nor reveal levels nor source are needed."""
    report = judged_class["daniel_schmidt"].report

    page = instructor_page(JudgedSubmission(report), lesson, "Course")

    assert "There is no source that can be shown as text." in page
    assert "Nothing was printed." in page


def test_leading_newlines_of_output_survive(
    judged_class: dict[str, JudgedSubmission], lesson: Lesson
) -> None:
    """A browser drops the first newline of a block; that one is ours."""
    judged = judged_class["chiara_rossi"]
    report = msgspec.structs.replace(judged.report, printed="\n\nx")

    page = instructor_page(msgspec.structs.replace(judged, report=report), lesson, "Course")

    assert "<pre>\n\n\nx</pre>" in page


def test_what_two_submissions_share_is_rendered_once(
    judged_class: dict[str, JudgedSubmission], lesson: Lesson
) -> None:
    """Pages of submissions that behave alike are made of the same rendered cases."""
    replace = msgspec.structs.replace
    one = judged_class["chiara_rossi"]
    report = replace(one.report, student="dario_rossi")
    traces = tuple(replace(each, seconds=each.seconds + 1e-9) for each in one.traces)
    other = replace(one, report=report, traces=traces, source="other = 1\n")
    once = environment().filters["once"]
    _pages(one, lesson)
    rendered = once.cache_info().misses

    instructors, students = _pages(other, lesson)

    assert once.cache_info().misses == rendered
    assert ["dario_rossi" in page for page in (instructors, students)] == [True, True]


def _pages(judged: JudgedSubmission, lesson: Lesson) -> tuple[str, str]:
    instructors = instructor_page(judged, lesson, "Course")
    return instructors, student_page(student_report(judged), lesson, "Course")
