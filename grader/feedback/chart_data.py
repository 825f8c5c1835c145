"""Holds what the chart of scores shows, and what is said of a class."""

from msgspec import Struct

from grader.feedback.words import Tone
from grader.model.phrases import count
from grader.model.summary import ClassSummary, Mark

MARKS = {
    Mark.NOBODY_FAILS: "Every student passes this case: fine for a first step, and otherwise it "
    "asks for nothing that the other cases do not.",
    Mark.NOBODY_PASSES: "No student passes this case: most often the lesson's text does not say "
    "what it asks for, or the case itself is wrong.",
    Mark.AGAINST: "Who passes this case has fewer points in the others: most often it is "
    "ambiguous, or passes for a wrong reason.",
}


class Column(Struct, frozen=True):
    """How many submissions have scores in one range."""

    name: str
    number: int
    tone: Tone = Tone.QUIET


def discrimination_text(value: float | None) -> str:
    """Write a correlation with two places; one that rounds to nought has no sign."""
    return "–" if value is None else f"{round(value, 2) + 0.0:.2f}"


def score_columns(summary: ClassSummary) -> tuple[Column, ...]:
    """Count ten columns of scores for shares below one, and one for every point."""
    ranges = (f"{start} to below {start + 10} %" for start in range(0, 100, 10))
    below = (Column(*one) for one in zip(ranges, summary.bins, strict=True))
    return (*below, Column("100 %", summary.whole, Tone.GOOD))


def spread_text(summary: ClassSummary) -> str:
    """Say in words what the chart of scores shows."""
    filled = [one for one in score_columns(summary) if one.number]
    if not filled:
        return "There are no scores yet."
    return "; ".join(f"{one.name}: {count(one.number, 'submission')}" for one in filled) + "."
