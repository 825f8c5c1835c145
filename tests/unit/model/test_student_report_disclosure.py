"""Which visibilities a student sees at a time, by hand from the lesson's dates."""

from datetime import UTC, datetime, timedelta
from itertools import product

import msgspec
import pytest

from grader.model.course import Lesson, LessonId
from grader.model.deadlines import Grant
from grader.model.report import Example, Outcome, Visibility
from grader.model.student_report import disclose, shown_now
from tests.unit.platforms.builders import case, report

DUE = datetime(2026, 9, 1, 12, tzinfo=UTC)
NAME = LessonId("a")
LESSON = Lesson(NAME, "A", due=DUE, grace_minutes=10)
EXTENSION = Grant(NAME, due=DUE + timedelta(hours=1))


@pytest.mark.parametrize(
    ("minutes", "grants", "is_due"),
    [
        (0, (), False),
        (10, (), False),
        (11, (), True),
        (11, (EXTENSION,), False),
        (70, (EXTENSION,), False),
        (71, (EXTENSION,), True),
    ],
)
def test_dates(minutes: int, grants: tuple[Grant, ...], is_due: bool) -> None:
    """What waits for the date waits for grace and extension; publication is apart from it."""
    now = DUE + timedelta(minutes=minutes)

    for is_published, visibility in product([False, True], Visibility):
        expected = {
            Visibility.VISIBLE: True,
            Visibility.HIDDEN: False,
            Visibility.AFTER_DUE_DATE: is_due,
            Visibility.AFTER_PUBLISHED: is_published,
        }
        shown = shown_now(LESSON, grants, is_published=is_published, now=now)
        assert (visibility in shown) == expected[visibility]


def test_without_a_due_date_nothing_waits_to_an_end() -> None:
    """A lesson that is never due never shows what waits for that."""
    shown = shown_now(Lesson(NAME, "A"), (), is_published=True, now=DUE)

    assert Visibility.AFTER_DUE_DATE not in shown


@pytest.mark.parametrize("visibility", Visibility)
def test_an_example_leaves_with_a_case_that_is_shown(visibility: Visibility) -> None:
    """What leaves the grader tells no more of a case that waits than a page does."""
    waiting = case(1, Outcome.FAILED, visibility=visibility)
    example = Example("f(1) should give 1; your code gives 2.", "f(1)", "1", "2", (waiting.id,))
    told = msgspec.structs.replace(report("ann", waiting), example=example)

    assert (disclose(told).example is None) == (visibility is not Visibility.VISIBLE)
    assert disclose(told, shown=frozenset(Visibility)).example == example
