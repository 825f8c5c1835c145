"""The instructor reads everything, the student only what is theirs."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from grader.feedback.html import environment
from grader.feedback.instructor import instructor_view
from grader.model.course import Lesson
from grader.model.report import JudgedSubmission
from grader.model.student_report import student_report
from tests.unit.feedback.pages import instructor_page, student_page

Judged = dict[str, JudgedSubmission]


def test_hidden_material_is_for_the_instructor(
    judged_class: Judged, lesson: Lesson, read_page: Callable[[str], Any]
) -> None:
    """Output, frames, calls, ids, groups and hidden cases are on the one page only."""
    judged = judged_class["chiara_rossi"]

    full = read_page(instructor_page(judged, lesson))
    own = read_page(student_page(student_report(judged), lesson)).text

    for secret in (
        "ideal = [3, 2, 1]",
        "test_ndcg.py:17 in test_all_zero",
        "assert dcg([3, 0, 2])",
        "test_ndcg.py::test_all_zero",
        "test_k_beyond[7-0.976239]",
        "accepts a k beyond the end of the list (number 2)",
        "ndcg_at_k([3, 2, 0, 0, 1], 5)",
        "Not shown: 40 more calls.",
        "51d20b77",
        "cut_before_sort",
    ):
        assert secret in full.text
        assert secret not in own
    assert "ideal = [3, 2, 1]" not in student_page(judged.report, lesson)
    assert {"../index.html", "../feedback/chiara_rossi.html"} <= set(full.values("href"))


def test_source_lines_are_numbered_and_bounded(judged_class: Judged, lesson: Lesson) -> None:
    """A file of any length gives a page that can be opened, and the cut is counted."""

    def shown(source: str | None) -> str | None:
        return instructor_view(replace(judged_class["amara_okafor"], source=source), lesson).source

    assert shown("a\r\nb\n\tc\x1b\n") == "   1  a\n   2  b\n   3  \tc\\x1b"
    assert shown("") == "   1  "
    assert shown(None) is None
    assert (shown("x" * 300_000) or "").endswith("… (100000 more characters)")


def test_a_submission_without_anything_has_a_page(judged_class: Judged, lesson: Lesson) -> None:
    """Neither traces nor reveal levels nor source are needed."""
    page = instructor_page(JudgedSubmission(judged_class["daniel_schmidt"].report), lesson)

    assert "SyntaxError in line 4" in page
    assert 'id="source"' not in page
    assert 'id="printed"' not in page


def test_leading_newlines_of_output_survive(judged_class: Judged, lesson: Lesson) -> None:
    """A browser drops the first newline of a block; that one is ours."""
    judged = judged_class["chiara_rossi"]
    report = replace(judged.report, printed="\n\nx")

    assert "<pre>\n\n\nx</pre>" in instructor_page(replace(judged, report=report), lesson)


def test_what_two_submissions_share_is_rendered_once(judged_class: Judged, lesson: Lesson) -> None:
    """Pages of submissions that behave alike are made of the same rendered cases."""
    one = judged_class["chiara_rossi"]
    traces = tuple(replace(each, seconds=each.seconds + 1) for each in one.traces)
    other = replace(one, report=replace(one.report, student="dario"), traces=traces, source="o\n")
    once = environment().filters["once"]
    instructor_page(one, lesson)
    student_page(student_report(one), lesson)
    rendered = once.cache_info().misses

    pages = instructor_page(other, lesson), student_page(student_report(other), lesson)

    assert once.cache_info().misses == rendered
    assert ["dario" in page for page in pages] == [True, True]
