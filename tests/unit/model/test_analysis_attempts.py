"""Attempts until passed and hints, from planted records."""

from fractions import Fraction

from grader.model.analysis import AttemptsNeeded, HintStep, attempts_needed, hint_steps
from grader.model.course import Lesson, LessonId
from grader.model.progress import Attempt

SUMS = LessonId("sums")


def attempts(*points: int, same: bool = False) -> list[Attempt]:
    """Attempts of one student, by points of 4."""
    return [
        Attempt(
            SUMS, number, "same" if same else str(number), Fraction(each), Fraction(4), each == 4
        )
        for number, each in enumerate(points, 1)
    ]


def test_attempts_until_passed() -> None:
    """Counted to the first that passes; the median is of those who passed."""
    record = {
        "a": attempts(4),
        "b": attempts(0, 4),
        "c": attempts(1, 4, 2, 4),
        "d": attempts(0, 1, 2, 3, 4),
        "e": attempts(0, 0),
        "f": [],
    }

    needed = attempts_needed(record, None)

    assert needed == AttemptsNeeded(((1, 1), (2, 2), (5, 1)), never=1, median=Fraction(2))
    assert needed.passed == 4


def test_the_median_may_lie_between() -> None:
    """Of one and two attempts the median is one and a half."""
    assert attempts_needed({"a": attempts(4), "b": attempts(0, 4)}, None).median == Fraction(3, 2)


def test_the_same_bytes_are_no_further_attempt() -> None:
    """Judged again by a corrected course, what was submitted first passed on attempt 1."""
    assert attempts_needed({"a": attempts(3, 4, same=True)}, None).passed_on == ((1, 1),)


def test_the_rule_of_today_counts_too() -> None:
    """A lesson that is passed with half of the points by now was passed by then."""
    lesson = Lesson(SUMS, "Sums", pass_score=0.5)

    assert attempts_needed({"a": attempts(1, 2, 4)}, lesson).passed_on == ((2, 1),)


def test_nobody_has_no_median() -> None:
    """Without attempts there is nothing to count."""
    assert attempts_needed({}, None) == AttemptsNeeded((), 0, None)


def test_hints_by_step() -> None:
    """Each step with its students; known steps that nobody read are zero."""
    assert hint_steps([1, 1, 2], known=3) == (HintStep(1, 2), HintStep(2, 1), HintStep(3, 0))
    assert hint_steps([4]) == (HintStep(4, 1),)
    assert hint_steps([1 << 62], known=1) == (HintStep(1, 0), HintStep(1 << 62, 1))
    assert hint_steps([]) == ()
