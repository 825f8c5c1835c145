"""A run that stopped is gone on with, and a fault of ours is tried again."""

from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from grader.advice.lesson_judge import LessonJudge
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Submission
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, SUBTRACT, TinyCourse, of

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = "from sums import add\ndef test_one():\n    assert add(1, 2) == 3\n"


@pytest.fixture
def course(write: Write) -> TinyCourse:
    """A lesson of one case."""
    return write(ADD, CASES)


def test_what_is_known_is_not_judged_again(level: Isolation, course: TinyCourse) -> None:
    """Only what has changed is judged in the second run."""
    first = course.grade(level, {"ann": ADD, "ben": SUBTRACT})
    second = course.grade(level, {"ann": ADD, "ben": ADD})

    assert (first.judged_now, second.judged_now) == (2, 1)
    assert of(second, "ann") == of(first, "ann")
    assert of(second, "ben").report.verdict is Verdict.PASSED


def test_a_fault_of_ours_is_tried_again(
    level: Isolation, course: TinyCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A grader_fault is no verdict: the attempt waits on record, and the next run judges it."""
    judge = LessonJudge.judge

    def faulty(
        self: LessonJudge, submissions: Sequence[Submission], **named: bool
    ) -> Iterator[tuple[int, JudgedSubmission]]:
        for number, one in judge(self, submissions, **named):
            report = replace(one.report, verdict=Verdict.GRADER_FAULT, lesson_passed=False)
            yield number, replace(one, report=report)

    with monkeypatch.context() as patch:
        patch.setattr(LessonJudge, "judge", faulty)
        first = course.grade(level, {"ann": ADD})

    again = course.grade(level, {"ann": ADD})

    assert of(first, "ann").report.verdict is Verdict.GRADER_FAULT
    assert of(again, "ann").report.verdict is Verdict.PASSED


def test_an_edited_lesson_judges_anew(level: Isolation, course: TinyCourse) -> None:
    """The same bytes get a new verdict under another version; who changed is told."""
    course.grade(level, {"ann": ADD, "ben": SUBTRACT})
    course.add({"tests/hidden/sums/test_more.py": "def test_two():\n    assert True\n"})

    again = course.grade(level, {"ann": ADD, "ben": SUBTRACT})

    assert again.judged_now == 2
    assert sorted(one.student for one in again.changes if one.is_change) == ["ann", "ben"]
    assert of(again, "ben").report.points == "1"


def test_the_better_attempt_counts(level: Isolation, course: TinyCourse) -> None:
    """What was handed in before stays on record, and pages show what counts."""
    course.grade(level, {"ann": ADD})

    worse = course.grade(level, {"ann": SUBTRACT})

    assert of(worse, "ann").report.verdict is Verdict.PASSED
