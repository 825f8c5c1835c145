"""The page of a class says who needs the instructor, and leads to everybody."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from grader.feedback.html import fragment
from grader.feedback.instructor import class_view, discrimination_text
from grader.model.course import Lesson
from grader.model.report import JudgedSubmission, Verdict
from tests.unit.feedback.pages import class_page

Judged = dict[str, JudgedSubmission]


def test_every_student_is_linked(
    judged_class: Judged, lesson: Lesson, read_page: Callable[[str], Any]
) -> None:
    """Each student has a link to both pages, or to the address that a server has for one."""
    judged = list(judged_class.values())

    links = set(read_page(class_page(judged, lesson)).values("href"))
    served = fragment(class_view(judged, lesson, "Course", lambda name: f"/class/{name}"))
    addresses = set(read_page(served).values("href"))

    for student in judged_class:
        assert {f"feedback/{student}.html", f"instructor/{student}.html"} <= links
        assert f"/class/{student}" in addresses
    assert not any("feedback/" in address for address in addresses)


def test_who_needs_the_instructor_comes_first(judged_class: Judged, lesson: Lesson) -> None:
    """Each student stands beside the worst reason alone, and a class without any says so."""
    late = replace(judged_class["chiara_rossi"].report, days_late=2, lesson_passed=True)
    reports = [replace(late, verdict=verdict, student=verdict) for verdict in Verdict]
    many = [replace(reports[0], student=f"s{n:02}") for n in range(15)]
    nothing = replace(late, verdict=Verdict.FAILED, points="0")

    def needs(*told: Any) -> list[tuple[str, list[str]]]:
        view = class_view([JudgedSubmission(one) for one in told], lesson, "Course")
        return [
            (need.badge.word, [*need.students, *filter(None, [need.more])]) for need in view.needs
        ]

    page = class_page(list(judged_class.values()), lesson)

    assert needs(*reports) == [
        ("undecided", ["undecided"]),
        ("grader fault", ["grader_fault"]),
        ("not readable", ["unreadable"]),
        ("stopped at a limit", ["out_of_memory", "timed_out", "too_much_output"]),
        ("error", ["error"]),
        ("late", ["failed", "missing", "passed"]),
    ]
    assert needs(nothing) == [("no point yet", ["chiara_rossi"])]
    assert needs(*many)[0][1][-2:] == ["s11", "and 3 more"]
    ids = [page.index(f'id="{name}"') for name in ("needs", "students", "rates", "groups")]
    assert ids == sorted(ids)
    assert "Nobody waits for you." in class_page([], lesson)
    assert "No two submissions that do not pass behave alike." in class_page([], lesson)


def test_groups_of_several_are_shown(judged_class: Judged, lesson: Lesson) -> None:
    """A group has its code, its members, and a command or a form to write to all of it."""
    view = class_view(list(judged_class.values()), lesson, "Course")

    page, served = fragment(view), fragment(replace(view, form="token"))

    assert page.count('class="card group"') == 1
    assert "Group 9f31c0: 2 submissions" in page
    assert page.count('href="#group-9f31c0"') == 2
    assert "Code of group 9f31c0" in page
    assert "grader mark --lesson ndcg_at_k --group ID" in page
    assert "grader mark" not in served
    assert "Send to 2 students" in served
    assert 'name="group" value="9f31c0aa"' in served


def test_discriminations_are_written_with_two_places() -> None:
    """What is undefined is a dash, and what rounds to nought has no sign."""
    assert [discrimination_text(one) for one in (None, -0.001, 0.456)] == ["–", "0.00", "0.46"]
