"""Courses and histories for the tests of the course map."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

from msgspec.structs import replace

from grader.model.course import Course, Lesson, LessonId
from grader.model.deadlines import Attempt, History
from grader.model.unlocking import LessonState, lesson_states

DAY = timedelta(days=1)
NOW = datetime(2026, 9, 1, 12, tzinfo=UTC)


def lesson(name: str, title: str = "", requires: str = "", **more: object) -> Lesson:
    """A lesson with a title and what it requires, in one text."""
    made = Lesson(LessonId(name), title or name.upper(), tuple(map(LessonId, requires.split())))
    return replace(made, **more)


def course(*lessons: Lesson) -> Course:
    """A course of these lessons."""
    return Course(Path(), "Ranking metrics", lessons, "Europe/Berlin")


def chain() -> Course:
    """Three lessons that need the one before."""
    return course(
        lesson("cg", "Cumulative gain", minutes=20),
        lesson("dcg", "DCG@k", "cg", minutes=20),
        lesson("ndcg", "NDCG@k: graded relevance", "dcg", minutes=20),
    )


def mixed() -> tuple[LessonState, ...]:
    """The states of a branched course half-way: late, closed, limited, not yet open."""
    late = {"due": NOW - DAY, "late_penalty": 0.1}
    made = course(
        lesson("gains", "Relevance grades and gains", minutes=20),
        lesson("cumulative_gain", "CG@k: adding up the gains of the first k", "gains"),
        lesson("precision_at_k", "Precision@k and recall@k", "gains", due=NOW - DAY),
        lesson(
            *("dcg_at_k", "DCG@k: a discount for low ranks", "cumulative_gain"),
            due=NOW + 5 * DAY,
            late_penalty=0.1,
            attempts=3,
        ),
        lesson("reciprocal_rank", "Reciprocal rank: the first relevant item", "gains", **late),
        lesson("mean", "MRR: the mean over many queries", "reciprocal_rank", opens=NOW + 3 * DAY),
        lesson("text_basics", "Reading files of judgements and of runs", attempts=1),
        lesson("significance", "Is the difference significant?", "mean dcg_at_k", minutes=45),
    )
    return states(
        made,
        attempt("gains", 5),
        attempt("cumulative_gain", 5),
        attempt("dcg_at_k", 3),
        attempt("reciprocal_rank", 5, at=NOW),
        attempt("text_basics", 2),
    )


def attempt(name: str, points: int, of: int = 5, at: datetime | None = None) -> Attempt:
    """An attempt that passes with all points."""
    whole = Fraction(of)
    return Attempt(LessonId(name), 1, f"{name}{points}", Fraction(points), whole, points == of, at)


def states(made: Course, *attempts: Attempt, now: datetime = NOW) -> tuple[LessonState, ...]:
    """Compute the states after these attempts."""
    return lesson_states(made, History(attempts), now)
