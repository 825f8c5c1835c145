"""Lessons open by rules that hold for any course and any history."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model.course import Course, Lesson, LessonId
from grader.model.deadlines import Attempt, Grant, History
from grader.model.unlocking import (
    LessonState,
    State,
    is_passed,
    lesson_states,
)

NOW = datetime(2026, 9, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def lesson(name: str, requires: tuple[str, ...] = (), **more: object) -> Lesson:
    ids = tuple(map(LessonId, requires))
    return msgspec.structs.replace(
        Lesson(LessonId(name), name.upper(), ids, module=name, hand_in=(f"{name}.py",)),
        **more,
    )


def course(*lessons: Lesson) -> Course:
    return Course(Path(), "Metrics", lessons)


def attempt(name: str, points: int, of: int = 5, *, sha: str = "", at: datetime = NOW) -> Attempt:
    return Attempt(
        LessonId(name),
        1,
        sha or f"{name}{points}",
        Fraction(points),
        Fraction(of),
        points == of,
        at,
    )


def states(
    made: Course, *attempts: Attempt, grants: tuple[Grant, ...] = (), now: datetime = NOW
) -> dict[str, LessonState]:
    found = lesson_states(made, History(attempts, grants), now)
    return {one.lesson.id: one for one in found}


CHAIN = course(lesson("cg"), lesson("dcg", ("cg",)), lesson("ndcg", ("dcg",)))


@st.composite
def courses(draw: st.DrawFn) -> Course:
    """Draw any graph of prerequisites without a circle."""
    names = [f"l{i}" for i in range(draw(st.integers(1, 7)))]
    lessons = []
    for index, name in enumerate(names):
        before = draw(st.sets(st.sampled_from(names[:index]))) if index else set()
        score = draw(st.sampled_from([0.0, 0.5, 0.8, 1.0]))
        lessons.append(lesson(name, tuple(sorted(before)), pass_score=score))
    return course(*lessons)


@st.composite
def histories(draw: st.DrawFn, made: Course) -> History:
    """Draw attempts at any lessons of a course."""
    names = st.sampled_from([one.id for one in made.lessons])
    rows = draw(st.lists(st.tuples(names, st.integers(0, 5), st.integers(0, 3)), max_size=12))
    return History(tuple(attempt(name, points, sha=str(sha)) for name, points, sha in rows))


@given(st.data())
def test_a_lesson_is_locked_just_while_it_misses_something(data: st.DataObject) -> None:
    """Without dates a lesson is locked when it is not passed and requires one that is not."""
    made = data.draw(courses())
    history = data.draw(histories(made))
    passed = {one.id for one in made.lessons if is_passed(one, history)}

    for one in lesson_states(made, history, NOW):
        is_locked = one.lesson.id not in passed and not set(one.lesson.requires) <= passed
        assert (one.state is State.LOCKED) == is_locked
        assert (one.reason is not None) == is_locked
        assert one.reason is None or one.reason.startswith("Locked: needs ")


def counted(one: LessonState) -> Fraction:
    """Return the points that count."""
    return one.counted.points if one.counted is not None else Fraction(0)


@given(st.data())
def test_attempts_only_ever_open(data: st.DataObject) -> None:
    """One more attempt, however bad, takes back nothing."""
    made = data.draw(courses())
    history = data.draw(histories(made))
    name = data.draw(st.sampled_from([one.id for one in made.lessons]))
    one_more = attempt(name, data.draw(st.integers(0, 5)), sha="new")
    more = History((*history.attempts, one_more), history.grants)

    order = [State.LOCKED, State.OPEN, State.PASSED]
    before, after = lesson_states(made, history, NOW), lesson_states(made, more, NOW)

    for was, became in zip(before, after, strict=True):
        assert order.index(became.state) >= order.index(was.state)
        assert counted(became) >= counted(was)


@given(st.data())
def test_an_edited_course_takes_no_pass_back(data: st.DataObject) -> None:
    """What was passed stays passed under any other course that has the lesson."""
    made = data.draw(courses())
    history = data.draw(histories(made))
    history = History(
        tuple(
            msgspec.structs.replace(one, lesson_passed=one.points >= 3) for one in history.attempts
        )
    )
    edited = course(
        *(
            msgspec.structs.replace(
                one, pass_score=data.draw(st.sampled_from([0.5, 1.0])), requires=()
            )
            for one in made.lessons
        )
    )
    once = {one.lesson for one in history.attempts if one.lesson_passed}

    for one in lesson_states(edited, history, NOW):
        assert one.lesson.id not in once or one.state is State.PASSED


def test_a_locked_lesson_says_what_it_needs() -> None:
    """The sentence names the lesson before it and the best so far."""
    assert states(CHAIN)["dcg"].reason == "Locked: needs CG. You have not submitted it yet."
    tried = states(CHAIN, attempt("cg", 3), attempt("cg", 1))
    assert tried["dcg"].reason == "Locked: needs CG. Your best is 3 of 5 points."


def test_several_prerequisites_are_all_named() -> None:
    """Each is named, and each best so far."""
    made = course(
        lesson("a", pass_score=0.8), lesson("b"), lesson("c"), lesson("d", ("a", "b", "c"))
    )

    reason = states(made, attempt("a", 3), attempt("c", 5))["d"].reason

    assert reason == "Locked: needs A and B. Your best in A is 3 of 5 points; 4 are needed."


def test_a_long_title_is_cut_at_its_colon() -> None:
    """A sentence names DCG@k, not what the title adds; two of one name keep their titles."""
    made = course(
        Lesson(LessonId("a"), "DCG@k: the discount", module="a", hand_in=("a.py",)),
        lesson("b", ("a",)),
        Lesson(LessonId("c"), "Lists: one", module="c", hand_in=("c.py",)),
        Lesson(LessonId("d"), "Lists: two", (LessonId("c"),), module="d", hand_in=("d.py",)),
    )

    found = states(made)

    assert str(found["b"].reason).startswith("Locked: needs DCG@k.")
    assert str(found["d"].reason).startswith("Locked: needs Lists: one.")


def test_a_hand_opens_any_lesson() -> None:
    """An instructor's grant opens what is locked by a prerequisite or by a date."""
    made = course(lesson("a"), lesson("b", ("a",), opens=NOW + HOUR))

    assert states(made)["b"].state is State.LOCKED
    assert states(made, grants=(Grant(LessonId("b"), opens=True),))["b"].state is State.OPEN


def test_a_release_date_locks_until_then() -> None:
    """The sentence says when it opens."""
    made = course(lesson("a", opens=NOW + HOUR))

    assert states(made)["a"].reason == "Locked: opens on Tue 1 Sep 2026, 13:00 (UTC)."
    assert states(made, now=NOW + HOUR)["a"].state is State.OPEN


def test_attempts_are_limited() -> None:
    """The same bytes again cost nothing; a grant adds attempts; the last is announced."""
    made = course(lesson("a", attempts=2))
    once = [attempt("a", 1, sha="x"), attempt("a", 1, sha="x")]
    twice = [*once, attempt("a", 2, sha="y")]

    assert states(made, *once)["a"].notices == ("1 attempt left.",)
    assert states(made, *twice)["a"].refusal == "No attempt is left. Your best one counts."
    more = states(made, *twice, grants=(Grant(LessonId("a"), attempts=1),))
    assert (more["a"].refusal, more["a"].attempts_left) == (None, 1)


@pytest.mark.parametrize(
    ("hours", "notice", "refusal"),
    [
        (-1, "late work is not taken", None),
        (0.5, "taken without loss until", None),
        (2, None, "Nothing is taken any more"),
    ],
)
def test_a_due_date_without_penalty_closes(
    hours: float, notice: str | None, refusal: str | None
) -> None:
    """Within the grace a submission is not late; after it nothing is taken."""
    made = course(lesson("a", due=NOW, grace_minutes=60))

    one = states(made, now=NOW + hours * HOUR)["a"]

    assert (notice is None) == (one.notices == ())
    assert (notice or "") in "".join(one.notices)
    assert (refusal is None) == (one.refusal is None)
    assert (refusal or "") in (one.refusal or "")


def test_late_work_loses_points_not_the_pass() -> None:
    """A day late takes its share; the lesson is passed all the same."""
    made = course(lesson("a", due=NOW, late_penalty=0.2), lesson("b", ("a",)))

    found = states(made, attempt("a", 5, at=NOW + 30 * HOUR), now=NOW + 31 * HOUR)

    assert counted(found["a"]) == 3
    assert (found["a"].state, found["b"].state) == (State.PASSED, State.OPEN)
    assert "2 days late, so 40 % of the points are taken off now" in found["a"].notices[0]
