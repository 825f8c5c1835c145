"""Pages and terminal output look as they were reviewed.

`pytest tests/unit/feedback --update-golden` rewrites the files; review the change.
"""

import io
import re
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from grader.feedback.course_map import Standing, standing_after
from grader.feedback.report_terminal import print_map, print_report
from grader.model.course import Lesson
from grader.model.report import TOGETHER, JudgedSubmission, Report
from grader.model.student_report import student_report
from tests.unit.feedback.map_builders import attempt, chain, mixed, states
from tests.unit.feedback.pages import class_page, instructor_page, student_page

Judged = dict[str, JudgedSubmission]
COURSE = "Ranking metrics"
STYLE_LEFT_OUT = "<style>\n(the style sheet)\n</style>"
NOTE = "Judged on your own machine: your grade comes from your instructor."


def compare(path: Path, text: str, config: pytest.Config) -> None:
    """Compare with a golden file, or rewrite it when that was asked for."""
    text = re.sub(r"<style>\n.*?</style>", STYLE_LEFT_OUT, text, count=1, flags=re.DOTALL)
    if config.getoption("--update-golden"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def in_course(student: str, judged_class: Judged) -> tuple[Report, Lesson, Standing]:
    """A report of the second of three lessons, and where that leaves its student."""
    report = msgspec.structs.replace(student_report(judged_class[student]), lesson="dcg")
    made = chain()
    points = 5 if report.lesson_passed else 3
    before = states(made, attempt("cg", 5))
    after = states(made, attempt("cg", 5), attempt("dcg", points))
    return report, made.lessons[1], standing_after(report, before, after, [NOTE])


def test_pages(judged_class: Judged, golden: Path, pytestconfig: pytest.Config) -> None:
    """The pages of a student and of a class look as reviewed."""
    report, lesson, _ = in_course("ben_kowalski", judged_class)

    compare(golden / "student.html", student_page(report, lesson), pytestconfig)
    compare(golden / "class.html", class_page(list(judged_class.values()), lesson), pytestconfig)


def test_cases_beside_a_submission(judged_class: Judged, lesson: Lesson) -> None:
    """Each page and the terminal say what the verdict is worth, once."""
    replace = msgspec.structs.replace
    judged = [
        replace(each, report=replace(each.report, caveat=TOGETHER))
        for each in judged_class.values()
    ]
    one = judged[2]
    written = io.StringIO()

    print_report(student_report(one), Console(file=written, width=300))

    shown = (
        student_page(student_report(one), lesson),
        instructor_page(one, lesson),
        class_page(judged, lesson),
        written.getvalue(),
    )
    assert [each.count(TOGETHER) for each in shown] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("student", "width", "in_full"),
    [
        ("amara_okafor", 80, False),
        ("ben_kowalski", 80, False),
        ("chiara_rossi", 80, True),
    ],
)
def test_screen_of_a_submission(
    student: str,
    width: int,
    in_full: bool,
    judged_class: Judged,
    golden: Path,
    pytestconfig: pytest.Config,
) -> None:
    """What is passed or not fits on one screen, or stands there in full, as reviewed."""
    report, lesson, standing = in_course(student, judged_class)
    written = io.StringIO()
    screen = Console(file=written, width=width)

    print_report(report, screen, lesson=lesson, standing=standing, in_full=in_full)

    assert max(map(len, written.getvalue().splitlines())) <= width
    name = f"submit_{student}_{'in_full' if in_full else width}.txt"
    compare(golden / name, written.getvalue(), pytestconfig)


def test_lessons_in_the_terminal(golden: Path, pytestconfig: pytest.Config) -> None:
    """The list of lessons looks as reviewed."""
    written = io.StringIO()

    print_map(mixed(), Console(file=written, width=80), COURSE)

    compare(golden / "lessons_80.txt", written.getvalue(), pytestconfig)
