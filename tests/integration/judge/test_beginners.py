"""Each slip of a beginner is answered as reviewed: what happened, and what to do.

`--update-golden` rewrites the answers; read them as somebody who has not seen the lesson.
"""

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from grader.feedback.course_map import standing_after
from grader.feedback.report_terminal import print_report
from grader.grading.grade_class import GradedClass
from grader.model.course import Course, Lesson, LessonId
from grader.model.deadlines import History
from grader.model.student_report import student_report
from grader.model.unlocking import lesson_states
from grader.sandbox.isolation import best_isolation
from tests.integration.judge.beginners import CASES, MISTAKES, REFERENCE, SLIPS, STUB
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import LESSON, of

pytestmark = [pytest.mark.jail, pytest.mark.slow]

GOLDEN = Path(__file__).parents[2] / "material" / "golden" / "slips.txt"
LIMITS = "seconds_per_case = 0.5\nseconds_in_all = 10.0\n"
NOW = datetime(2026, 9, 1, tzinfo=UTC)
SUMS = Lesson(LessonId(LESSON), "Means and counts", module=LESSON, hand_in=("sums.py",))


@pytest.fixture(scope="module")
def graded(write: Write) -> GradedClass:
    """Judge all of them."""
    mistakes = {f"solutions/{LESSON}/mistakes/{name}.py": code for name, code in MISTAKES.items()}
    course = write(REFERENCE, CASES, LIMITS)
    course.add({f"exercises/{LESSON}/{LESSON}.py": STUB, **mistakes})
    return course.grade(best_isolation(), SLIPS, jobs=2)


def screen_of(name: str, graded: GradedClass) -> str:
    """Print what `grader submit` shows at 80 columns."""
    written = io.StringIO()
    report = student_report(of(graded, name))
    states = lesson_states(Course(Path(), "", (SUMS,)), History(), NOW)
    standing = standing_after(report, states, states, can_try=True)
    print_report(report, Console(file=written, width=80), lesson=SUMS, standing=standing)
    return written.getvalue()


def test_each_slip_is_answered_as_reviewed(
    graded: GradedClass, pytestconfig: pytest.Config
) -> None:
    """What to look at next stands below the verdict, and all of it fits on a screen."""
    screens = {name: screen_of(name, graded) for name in sorted(SLIPS)}

    told = {name: shown.split("\n\n")[1] for name, shown in screens.items()}
    answers = "\n".join(f"{name}\n{answer}\n" for name, answer in told.items())

    if pytestconfig.getoption("--update-golden"):
        GOLDEN.write_text(answers, encoding="utf-8")
    assert max(shown.count("\n") for shown in screens.values()) <= 24
    assert answers == GOLDEN.read_text(encoding="utf-8")
