"""Lays out the chart of scores."""

from grader.feedback.contexts import Column
from grader.feedback.words import Tone
from grader.model.phrases import count
from grader.model.summary import BINS, ClassSummary

# Units of the drawing; the template's viewBox is 360 by 180 and its baseline lies at 150.
_BASELINE = 150
_TALLEST = 120
_FIRST_X = 6
_STEP = 31
_GAP_BEFORE_WHOLE = 10


def columns(summary: ClassSummary) -> tuple[Column, ...]:
    """Return ten columns for shares below one, and one for every point."""
    counts = (*summary.bins, summary.whole)
    highest = max(*counts, 1)
    return tuple(_column(number, times, highest) for number, times in enumerate(counts))


def spread_text(summary: ClassSummary) -> str:
    """Say in words what the chart shows."""
    filled = [column for column in columns(summary) if column.count]
    if not filled:
        return "There are no scores yet."
    parts = (f"{column.range}: {count(column.count, 'submission')}" for column in filled)
    return "; ".join(parts) + "."


def _column(number: int, times: int, highest: int) -> Column:
    is_whole = number == BINS
    # A column that stands for somebody is seen, however many others there are.
    height = max(2, _TALLEST * times // highest) if times else 0
    return Column(
        x=_FIRST_X + number * _STEP + (_GAP_BEFORE_WHOLE if is_whole else 0),
        y=_BASELINE - height,
        height=height,
        count=times,
        range="100 %" if is_whole else f"{number * 10} to below {number * 10 + 10} %",
        tone=Tone.GOOD if is_whole else Tone.QUIET,
    )
