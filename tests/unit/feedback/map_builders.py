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
BRANCHES = (
    ("gains", "Relevance grades and gains", ""),
    ("cumulative_gain", "CG@k: adding up the gains of the first k", "gains"),
    ("precision_at_k", "Precision@k and recall@k", "gains"),
    ("dcg_at_k", "DCG@k: a discount for low ranks", "cumulative_gain"),
    ("ideal_dcg", "The ideal ranking and its DCG", "dcg_at_k"),
    ("ndcg_at_k", "NDCG@k: graded relevance, between 0 and 1", "ideal_dcg"),
    ("reciprocal_rank", "Reciprocal rank: the first relevant item", "gains"),
    ("mean_reciprocal_rank", "MRR: the mean over many queries", "reciprocal_rank"),
    ("average_precision", "Average precision: precision wherever something is relevant",
     "precision_at_k"),
    ("mean_average_precision", "MAP: the mean over many queries", "average_precision"),
    ("ties", "Ties: what to do with items of equal score", "ndcg_at_k"),
    ("rank_biased_precision", "Rank-biased precision and the patience of a user",
     "average_precision"),
    ("expected_reciprocal_rank", "Expected reciprocal rank: a user who stops when satisfied",
     "ndcg_at_k mean_reciprocal_rank"),
    ("significance", "Is the difference between two systems significant?",
     "mean_average_precision mean_reciprocal_rank"),
    ("text_basics", "Reading files of judgements and of runs", ""),
    ("a_whole_evaluation_of_two_runs", "A whole evaluation of two runs",
     "significance text_basics"),
    ("report", "Writing the report",
     "a_whole_evaluation_of_two_runs expected_reciprocal_rank ties"),
)  # fmt: skip


def lesson(name: str, title: str = "", requires: str = "", **more: object) -> Lesson:
    """A lesson with a title and what it requires, in one text."""
    made = Lesson(LessonId(name), title or name.upper(), tuple(map(LessonId, requires.split())))
    return replace(made, **more)


def course(*lessons: Lesson) -> Course:
    """A course of these lessons."""
    return Course(Path(), "Ranking metrics", lessons, "Europe/Berlin")


def chain(length: int = 3) -> Course:
    """Lessons that need the one before."""
    names = ["cg", "dcg", "ndcg", *(f"step_{n}" for n in range(4, length + 1))][:length]
    before = ["", *names]
    titles = {"cg": "Cumulative gain", "dcg": "DCG@k", "ndcg": "NDCG@k: graded relevance"}
    return course(
        *(
            lesson(name, titles.get(name, name.replace("_", " ")), need, minutes=20)
            for name, need in zip(names, before, strict=False)
        )
    )


def branched() -> Course:
    """Seventeen lessons with long titles that part and meet again."""
    return course(*(lesson(*row, minutes=15 + len(row[0])) for row in BRANCHES))


def mixed() -> tuple[LessonState, ...]:
    """The states of the branched course half-way: late, closed, limited, not yet open."""
    made = branched()
    dates: dict[str, dict[str, object]] = {
        "precision_at_k": {"due": NOW - DAY},
        "dcg_at_k": {"due": NOW + 5 * DAY, "late_penalty": 0.1, "attempts": 3},
        "reciprocal_rank": {"due": NOW - DAY, "late_penalty": 0.1},
        "mean_reciprocal_rank": {"opens": NOW + 3 * DAY},
        "ties": {"due": NOW + 25 * DAY},
        "text_basics": {"attempts": 1},
    }
    lessons = tuple(replace(one, **dates.get(one.id, {})) for one in made.lessons)
    return states(
        replace(made, lessons=lessons),
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
