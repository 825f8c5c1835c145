"""Pages and terminal output look as they were reviewed.

`pytest tests/unit/feedback --update-golden` rewrites the files; review the change.
"""

import io
import re
from pathlib import Path

import msgspec
import pytest

from grader.feedback.course_map import Standing, standing_after
from grader.feedback.html import (
    index_page,
    instructor_page,
    map_page,
    student_page,
)
from grader.feedback.map_terminal import print_map
from grader.feedback.report_terminal import print_report
from grader.feedback.screen import Screen
from grader.feedback.short_terminal import print_short
from grader.model.course import Lesson
from grader.model.report import TOGETHER, JudgedSubmission, Report
from grader.model.student_report import student_report
from grader.model.summary import summarize
from grader.model.unlocking import newly_open
from tests.unit.feedback.map_builders import attempt, chain, course, mixed, states
from tests.unit.feedback.map_builders import lesson as a_lesson

Judged = dict[str, JudgedSubmission]
COURSE = "Ranking metrics"
STYLE_LEFT_OUT = "<style>\n(the style sheet)\n</style>"
NOTE = "Judged on your own machine: your grade comes from your instructor."
STUDENTS = [
    *("amara_okafor", "ben_kowalski", "chiara_rossi", "daniel_schmidt"),
    *("elif_yilmaz", "grace_nakamura"),
]


def compare(path: Path, text: str, config: pytest.Config) -> None:
    """Compare with a golden file, or rewrite it when that was asked for."""
    text = re.sub(r"<style>\n.*?</style>", STYLE_LEFT_OUT, text, count=1, flags=re.DOTALL)
    if config.getoption("--update-golden"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def alone(report: Report, lesson: Lesson) -> Standing:
    """Where a first lesson leaves a student of whose other lessons nothing is known."""
    made = course(lesson, a_lesson("many", "NDCG over many queries", lesson.id))
    before = states(made)
    after = states(made, *([attempt(lesson.id, 5)] if report.lesson_passed else []))
    return Standing(after[:1], newly_open(before, after), is_whole=False)


@pytest.mark.parametrize("student", STUDENTS)
def test_student_pages(
    student: str,
    judged_class: Judged,
    lesson: Lesson,
    golden: Path,
    pytestconfig: pytest.Config,
) -> None:
    """A student's page looks as reviewed, for each way to end."""
    report = student_report(judged_class[student])

    page = student_page(report, lesson, COURSE, alone(report, lesson))

    compare(golden / "student" / f"{student}.html", page, pytestconfig)


def test_instructor_page(
    judged_class: Judged, lesson: Lesson, golden: Path, pytestconfig: pytest.Config
) -> None:
    """The instructor's page looks as reviewed."""
    page = instructor_page(judged_class["chiara_rossi"], lesson, COURSE)

    compare(golden / "instructor.html", page, pytestconfig)


def test_index_page(
    judged_class: Judged, lesson: Lesson, golden: Path, pytestconfig: pytest.Config
) -> None:
    """The page of the class looks as reviewed."""
    judged = list(judged_class.values())

    page = index_page(summarize(judged), judged, lesson, COURSE)

    compare(golden / "index.html", page, pytestconfig)


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("student", STUDENTS)
def test_terminal(
    student: str,
    width: int,
    judged_class: Judged,
    lesson: Lesson,
    golden: Path,
    pytestconfig: pytest.Config,
) -> None:
    """The terminal shows as reviewed, wide and narrow, and no line is too long."""
    report = student_report(judged_class[student])
    written = io.StringIO()
    screen = Screen(written, width)

    print_report(report, screen, lesson=lesson, standing=alone(report, lesson))

    assert max(map(len, written.getvalue().splitlines())) <= width
    compare(golden / "terminal" / f"{student}_{width}.txt", written.getvalue(), pytestconfig)


@pytest.fixture(scope="session")
def judged_together(judged_class: Judged) -> Judged:
    """The class, as if the cases had run beside each submission."""
    replace = msgspec.structs.replace
    return {
        student: replace(each, report=replace(each.report, caveat=TOGETHER))
        for student, each in judged_class.items()
    }


def test_pages_of_cases_beside_a_submission(
    judged_together: Judged, lesson: Lesson, golden: Path, pytestconfig: pytest.Config
) -> None:
    """Each page says what the verdict is worth, once."""
    judged = list(judged_together.values())
    one = judged_together["chiara_rossi"]
    pages = {
        "student": student_page(student_report(one), lesson, COURSE),
        "instructor": instructor_page(one, lesson, COURSE),
        "index": index_page(summarize(judged), judged, lesson, COURSE),
    }

    assert [page.count(TOGETHER) for page in pages.values()] == [1, 1, 1]
    for name, page in pages.items():
        compare(golden / "together" / f"{name}.html", page, pytestconfig)


@pytest.mark.parametrize("width", [80, 40])
def test_terminal_of_cases_beside_a_submission(
    width: int, judged_together: Judged, golden: Path, pytestconfig: pytest.Config
) -> None:
    """The terminal says what the verdict is worth."""
    written = io.StringIO()
    screen = Screen(written, width)

    print_report(student_report(judged_together["chiara_rossi"]), screen)

    compare(golden / "together" / f"terminal_{width}.txt", written.getvalue(), pytestconfig)


def in_course(student: str, judged_class: Judged) -> tuple[Report, Lesson, Standing]:
    """A report of the second of three lessons, and where that leaves its student."""
    report = msgspec.structs.replace(student_report(judged_class[student]), lesson="dcg")
    made = chain()
    points = 5 if report.lesson_passed else 3
    before = states(made, attempt("cg", 5))
    after = states(made, attempt("cg", 5), attempt("dcg", points))
    return report, made.lessons[1], standing_after(report, before, after, [NOTE])


@pytest.mark.parametrize("student", ["amara_okafor", "ben_kowalski"])
def test_pages_with_a_standing(
    student: str, judged_class: Judged, golden: Path, pytestconfig: pytest.Config
) -> None:
    """A page ends with the course map as reviewed, after a pass and after a fail."""
    report, lesson, standing = in_course(student, judged_class)

    page = student_page(report, lesson, COURSE, standing=standing)

    compare(golden / "map" / f"after_{student}.html", page, pytestconfig)


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("student", ["amara_okafor", "ben_kowalski"])
def test_terminal_with_a_standing(
    student: str, width: int, judged_class: Judged, golden: Path, pytestconfig: pytest.Config
) -> None:
    """The feedback in the terminal ends with the unlock status, as reviewed."""
    report, lesson, standing = in_course(student, judged_class)
    written = io.StringIO()
    screen = Screen(written, width)

    print_report(report, screen, lesson=lesson, standing=standing)

    assert max(map(len, written.getvalue().splitlines())) <= width
    compare(golden / "map" / f"after_{student}_{width}.txt", written.getvalue(), pytestconfig)


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize(
    "student", ["amara_okafor", "ben_kowalski", "chiara_rossi", "daniel_schmidt"]
)
def test_one_screen_of_a_submission(
    student: str, width: int, judged_class: Judged, golden: Path, pytestconfig: pytest.Config
) -> None:
    """What is passed or not fits on one screen, as reviewed."""
    report, lesson, standing = in_course(student, judged_class)
    written = io.StringIO()
    screen = Screen(written, width)

    print_short(report, screen, lesson, standing)

    assert max(map(len, written.getvalue().splitlines())) <= width
    compare(golden / "short" / f"{student}_{width}.txt", written.getvalue(), pytestconfig)


def test_map_page(golden: Path, pytestconfig: pytest.Config) -> None:
    """The page of the course map looks as reviewed."""
    compare(golden / "map" / "course.html", map_page(mixed(), COURSE, "s017"), pytestconfig)


@pytest.mark.parametrize("width", [120, 80, 40])
def test_map_in_the_terminal(width: int, golden: Path, pytestconfig: pytest.Config) -> None:
    """The course map looks as reviewed, wide and narrow, and no line is too long."""
    written = io.StringIO()
    screen = Screen(written, width)

    print_map(mixed(), screen, COURSE)

    assert max(map(len, written.getvalue().splitlines())) <= width
    compare(golden / "map" / f"course_{width}.txt", written.getvalue(), pytestconfig)
