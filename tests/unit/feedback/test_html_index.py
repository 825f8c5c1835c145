"""The page of a class leads to everybody."""

import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from grader.feedback.instructor import class_view, discrimination_text, spread_text
from grader.feedback.page_names import page_names
from grader.model.course import Lesson
from grader.model.report import JudgedSubmission, Verdict
from grader.model.summary import ClassSummary, summarize
from tests.unit.feedback.pages import index_page, instructor_page

NOBODY = summarize([])


def test_every_student_is_linked(
    judged_class: dict[str, JudgedSubmission],
    lesson: Lesson,
    read_page: Callable[[str], Any],
) -> None:
    """Each student has a link to both of their pages, by the names that the files have."""
    judged = list(judged_class.values())

    links = set(read_page(index_page(summarize(judged), judged, lesson, "Course")).values("href"))

    for student in judged_class:
        assert f"feedback/{page_names([student])[student]}" in links
        assert f"instructor/{page_names([student])[student]}" in links


def test_the_instructor_page_leads_back(
    judged_class: dict[str, JudgedSubmission],
    lesson: Lesson,
    read_page: Callable[[str], Any],
) -> None:
    """From the full report lead links to the class and to what the student sees."""
    page = read_page(instructor_page(judged_class["chiara_rossi"], lesson, "Course"))

    assert {"../index.html", "../feedback/chiara_rossi.html"} <= set(page.values("href"))


def test_who_needs_the_instructor_comes_first(
    judged_class: dict[str, JudgedSubmission], lesson: Lesson
) -> None:
    """Each student stands beside the worst reason alone, and a class without any says so."""
    judged = list(judged_class.values())
    late = replace(judged_class["chiara_rossi"].report, days_late=2, lesson_passed=True)
    reports = [replace(late, verdict=verdict, student=verdict) for verdict in Verdict]

    view = class_view(NOBODY, [JudgedSubmission(one) for one in reports], lesson, "Course")
    page = index_page(summarize(judged), judged, lesson, "Course")

    assert [(need.badge.word, list(need.students)) for need in view.needs] == [
        ("undecided", ["undecided"]),
        ("grader fault", ["grader_fault"]),
        ("not readable", ["unreadable"]),
        ("stopped at a limit", ["out_of_memory", "timed_out", "too_much_output"]),
        ("error", ["error"]),
        ("late", ["failed", "missing", "passed"]),
    ]
    assert page.index('id="needs"') < page.index('id="students"') < page.index('id="rates"')
    assert "Nobody waits for you." in index_page(NOBODY, [], lesson, "Course")


def test_groups_of_one_are_only_counted(
    judged_class: dict[str, JudgedSubmission], lesson: Lesson
) -> None:
    """Groups of several are shown and linked, the others are told in a sentence."""
    judged = list(judged_class.values())

    summary = summarize(judged)
    short = summary.groups[0].short
    page = index_page(summary, judged, lesson, "Course")

    assert re.findall("Group .*(?=<)", page) == [f"Group {short}: 2 submissions"]
    assert "2 submissions that do not pass behave like no other." in page
    row = r'scope="row">(\w+).*?</tr>'
    linked = {
        found[1] for found in re.finditer(row, page, re.DOTALL) if f"#group-{short}" in found[0]
    }
    assert linked == {"ben_kowalski", "farid_haddad"}


def test_columns_stand_on_one_line(lesson: Lesson) -> None:
    """The tallest column fills the chart, one submission among many is still seen."""
    page = index_page(with_counts(bins=(1, *(0,) * 8, 500), whole=0), [], lesson, "Course")

    found = re.findall(r'<rect class="\w+" x="(\d+)" y="(\d+)" width="27" height="(\d+)"', page)
    drawn = [tuple(map(int, one)) for one in found]

    assert [height for _, _, height in drawn] == [2, *(0,) * 8, 120, 0]
    assert all(y + height == 150 for _, y, height in drawn)
    assert max(x for x, _, _ in drawn) + 27 <= 360


def test_the_chart_is_told_in_words() -> None:
    """What the chart shows can be read aloud."""
    summary = with_counts(bins=(1, *(0,) * 8, 2), whole=3)

    assert spread_text(summary) == (
        "0 to below 10 %: 1 submission; 90 to below 100 %: 2 submissions; 100 %: 3 submissions."
    )
    assert spread_text(NOBODY) == "There are no scores yet."


def test_an_empty_class_has_a_page(lesson: Lesson) -> None:
    """A class without submissions is shown as one."""
    page = index_page(NOBODY, [], replace(lesson, title="Empty"), "Course")

    assert "No two submissions that do not pass behave alike." in page


def test_discriminations_are_written_with_two_places() -> None:
    """What is undefined is a dash, and what rounds to nought has no sign."""
    assert [discrimination_text(one) for one in (None, -0.001, 0.456)] == ["–", "0.00", "0.46"]


def with_counts(bins: tuple[int, ...], whole: int) -> ClassSummary:
    return ClassSummary(0, 0, (), (), bins, whole, None, None, (), ())
