"""Holds what the charts of a class show, and what is said of it."""

from math import hypot

from msgspec import Struct

from grader.feedback.words import Tone, percent
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
_LEFT, _RIGHT, _TOP, _BOTTOM = 36.0, 346.0, 16.0, 166.0  # of the chart with dots, as it is drawn
_NEAR = 21.0  # dots that would cover each other become one


class Column(Struct, frozen=True):
    """How many submissions have scores in one range."""

    name: str
    number: int
    tone: Tone = Tone.QUIET


class Dot(Struct, frozen=True):
    """Cases at one place of the chart of discrimination."""

    x: float
    y: float
    label: str
    tone: Tone


class DotChart(Struct, frozen=True):
    """Pass rate to the right, discrimination upward; the drawing is 360 by 200 units."""

    text: str
    dots: tuple[Dot, ...]
    lines: tuple[tuple[float, str], ...]  # height and name of each line across


def discrimination_text(value: float | None) -> str:
    """Write a correlation with two places; one that rounds to nought has no sign."""
    return "–" if value is None else f"{round(value, 2) + 0.0:.2f}"


def dot_chart(summary: ClassSummary) -> DotChart | None:
    """Draw the cases whose discrimination is defined; None where there are none."""
    placed = [
        (case.number, case.pass_rate, case.discrimination)
        for case in summary.cases
        if case.pass_rate is not None and case.discrimination is not None
    ]
    if not placed:
        return None
    lowest = -1.0 if min(value for _, _, value in placed) < -0.5 else -0.5

    def height(value: float) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * (value - lowest) / (1.0 - lowest), 2)

    together: list[tuple[float, float, list[tuple[int, float]]]] = []
    # what is below nought comes first, so that its number is the one that is seen
    for number, rate, value in sorted(placed, key=lambda one: one[2] >= 0):
        x, y = round(_LEFT + (_RIGHT - _LEFT) * rate, 2), height(value)
        near = next((one for one in together if hypot(one[0] - x, one[1] - y) < _NEAR), None)
        if near is None:
            together.append((x, y, [(number, value)]))
        else:
            near[2].append((number, value))
    said = "; ".join(
        f"case {number}: {percent(rate)} %, {discrimination_text(value)}"
        for number, rate, value in placed
    )
    dots = (
        Dot(
            x,
            y,
            f"{cases[0][0]}{'+' if len(cases) > 1 else ''}",
            Tone.BAD if any(value < 0 for _, value in cases) else Tone.READY,
        )
        for x, y, cases in together
    )
    levels = [level / 2 for level in range(-2, 3) if level / 2 >= lowest]
    lines = tuple((height(level), f"{level:g}") for level in levels)
    return DotChart(f"{said}.", tuple(dots), lines)


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
