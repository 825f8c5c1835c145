"""Pages and terminal output look as they were reviewed.

`pytest tests/unit/feedback --update-golden` rewrites the files; review the change.
"""

import io
from pathlib import Path

import pytest
from rich.console import Console

from grader.feedback.html import environment, index_page, instructor_page, student_page
from grader.feedback.terminal import print_report
from grader.model.course import Lesson
from grader.model.report import JudgedSubmission, student_report
from grader.model.summary import summarize

Judged = dict[str, JudgedSubmission]
COURSE = "Ranking metrics"
OPENS = ("NDCG over many queries",)
STUDENTS = [
    *("amara_okafor", "ben_kowalski", "chiara_rossi", "daniel_schmidt"),
    *("elif_yilmaz", "grace_nakamura"),
]


def compare(path: Path, text: str, config: pytest.Config) -> None:
    """Compare with a golden file, or rewrite it when that was asked for."""
    text = text.replace(str(environment().globals["css"]), "(the style sheet)")
    if config.getoption("--update-golden"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


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

    page = student_page(report, lesson, COURSE, OPENS)

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
    console = Console(file=io.StringIO(), width=width)

    with console.capture() as captured:
        print_report(report, console, opens=OPENS, lesson=lesson)

    assert max(map(len, captured.get().splitlines())) <= width
    compare(golden / "terminal" / f"{student}_{width}.txt", captured.get(), pytestconfig)
