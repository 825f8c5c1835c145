"""Dates and late penalties are as an instructor would work them out by hand."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model.course import CountingRule, Lesson, LessonId
from grader.model.dates import LAST
from grader.model.deadlines import Attempt, Grant, counting_attempt, deadlines

DUE = datetime(2026, 9, 1, 12, tzinfo=UTC)
NAME = LessonId("a")


@pytest.mark.parametrize(
    ("late", "left"),
    [
        (timedelta(0), 1),
        (timedelta(minutes=10), 1),
        (timedelta(minutes=10, seconds=1), Fraction(7, 10)),
        (timedelta(days=1, minutes=10), Fraction(7, 10)),
        (timedelta(days=1, minutes=11), Fraction(4, 10)),
        (timedelta(days=3), Fraction(1, 10)),
        (timedelta(days=9), 0),
    ],
)
def test_each_day_begun_takes_its_share(late: timedelta, left: Fraction) -> None:
    """Ten minutes of grace, then three tenths a day, never below nothing."""
    dates = deadlines(Lesson(NAME, "A", due=DUE, grace_minutes=10, late_penalty=0.3))

    assert dates.counted(Fraction(1), DUE + late).points == left


@given(
    st.sampled_from([0.05, 0.1, 0.2, 0.25, 0.3, 0.34, 0.5, 0.9, 1.0]),
    st.integers(0, 40 * 24 * 60),
)
def test_a_lesson_closes_when_nothing_would_be_left(penalty: float, minutes: int) -> None:
    """What is taken keeps something, and what keeps something is taken."""
    dates = deadlines(Lesson(NAME, "A", due=DUE, grace_minutes=30, late_penalty=penalty))
    when = DUE + timedelta(minutes=minutes)

    assert dates.is_closed(when) == (dates.counted(Fraction(1), when).points == 0)


@pytest.mark.parametrize(
    ("minutes", "extended", "is_past"),
    [(0, 0, False), (10, 0, False), (11, 0, True), (11, 60, False), (71, 60, True)],
)
def test_the_date_is_past_when_its_grace_is(minutes: int, extended: int, is_past: bool) -> None:
    """While work counts in full, extended or in the grace, nothing that waits is shown."""
    grant = Grant(NAME, due=DUE + timedelta(minutes=extended))
    dates = deadlines(Lesson(NAME, "A", due=DUE, grace_minutes=10), (grant,))

    assert dates.is_past_due(DUE + timedelta(minutes=minutes)) is is_past


def test_an_unknown_time_is_never_late() -> None:
    """A submission without a time keeps all its points."""
    dates = deadlines(Lesson(NAME, "A", due=DUE, late_penalty=0.5))

    counted = dates.counted(Fraction(1), None)
    assert (counted.days_late, counted.points) == (None, Fraction(1))


@pytest.mark.parametrize("penalty", [0.0, 0.1, 1e-12, 1e-300])
def test_a_date_at_the_end_of_the_calendar(penalty: float) -> None:
    """A lesson that is never due is never late and never closed, whatever its grace."""
    grant = Grant(NAME, due=LAST)

    dates = deadlines(
        Lesson(NAME, "A", due=DUE, grace_minutes=1_000_000, late_penalty=penalty), (grant,)
    )

    assert (dates.due, dates.late_from, dates.closes) == (LAST, LAST, LAST)
    assert dates.counted(Fraction(1), DUE + timedelta(days=999)).points == 1


def test_what_lateness_takes_is_said() -> None:
    """The reason stands beside the points that are left, and only where fewer are."""
    dates = deadlines(Lesson(NAME, "A", due=DUE, late_penalty=0.1))

    late = dates.counted(Fraction(24), DUE + timedelta(days=4, hours=1))
    early = dates.counted(Fraction(24), DUE)
    nothing = dates.counted(Fraction(0), DUE + timedelta(days=5))

    assert (late.points, late.reason) == (Fraction(12), "5 days late, 10 % a day")
    assert (early.points, early.reason) == (Fraction(24), None)
    assert (nothing.days_late, nothing.reason) == (5, None)


@pytest.mark.parametrize(
    ("rule", "hours", "number"),
    [
        ("best", (0, 1, 2), 2),
        ("best", (0, 30, 2), 3),
        ("best", (0, None, 2), 2),
        ("last", (0, 2, 1), 2),
        ("last", (0, 1, 1), 3),
        ("last", (5, None, 2), 3),
    ],
)
def test_which_attempt_counts(
    rule: CountingRule, hours: tuple[int | None, ...], number: int
) -> None:
    """The best after the penalty, or the last by time; by order where a time is unknown."""
    dates = deadlines(Lesson(NAME, "A", due=DUE + timedelta(hours=24), late_penalty=0.5))
    attempts = [
        Attempt(NAME, place, "", Fraction(points), Fraction(5), False, when)
        for place, (points, hour) in enumerate(zip((3, 5, 4), hours, strict=True), start=1)
        for when in [None if hour is None else DUE + timedelta(hours=hour)]
    ]

    chosen = counting_attempt(attempts, dates, rule)

    assert chosen is not None
    assert chosen.number == number
    assert counting_attempt([], dates, rule) is None
