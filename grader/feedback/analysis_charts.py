"""Lays out the charts of an analysis, in units of their drawings."""

from collections.abc import Sequence
from math import ceil, hypot

from grader.feedback.analysis_contexts import (
    BarChart,
    ChartBar,
    ChartColumn,
    ColumnChart,
    Dot,
    DotChart,
)
from grader.feedback.analysis_words import discrimination_text, rate_text
from grader.feedback.words import Tone
from grader.model.analysis import CaseAnalysis
from grader.model.phrases import count
from grader.model.text import printable

_WIDTH = 360.0
_BASELINE, _TALLEST = 150.0, 120.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 36.0, 346.0, 16.0, 166.0  # of the chart with dots
_WIDEST = 44.0  # a column
_ROOM = 26.0  # what a label takes
_NEAR = 21.0  # dots that would cover each other become one
_BAR_STEP, _BAR_ROOM = 36.0, 316.0
_LONGEST_NAME = 44


def column_chart(
    key: str, title: str, values: Sequence[tuple[str, float, str, Tone]], *, most: float = 0.0
) -> ColumnChart:
    """Draw (name, height, value as text, tone) from left to right; `most` fills the height."""
    highest = max(most, *(height for _, height, _, _ in values)) or 1.0
    step = min(_WIDEST, _WIDTH / max(1, len(values)))
    every = ceil(_ROOM / step)
    columns = []
    for place, (name, value, text, tone) in enumerate(values):
        height = max(2.0, _TALLEST * value / highest) if value else 0.0
        is_named = place == 0 or every == 1 or (place + 1) % every == 0
        columns.append(
            ChartColumn(
                x=round(place * step + step * 0.1, 2),
                y=round(_BASELINE - height, 2),
                width=round(step * 0.8, 2),
                height=round(height, 2),
                value=text if step >= _ROOM else "",
                name=name if is_named else "",
                middle=round(place * step + step / 2, 2),
                tone=tone,
            )
        )
    said = "; ".join(f"{name}: {text}" for name, _, text, _ in values) + "."
    return ColumnChart(key, title, said, tuple(columns))


def dot_chart(key: str, cases: Sequence[CaseAnalysis]) -> DotChart | None:
    """Draw the cases whose discrimination is defined; None where there are none."""
    placed = [
        (case, float(case.pass_rate), case.discrimination)
        for case in cases
        if case.pass_rate is not None and case.discrimination is not None
    ]
    if not placed:
        return None
    lowest = -1.0 if min(value for _, _, value in placed) < -0.5 else -0.5
    levels = [level / 2 for level in range(-2, 3) if level / 2 >= lowest]
    together: list[tuple[float, float, list[CaseAnalysis]]] = []
    # what is below nought comes first, so that its number is the one that is seen
    for case, rate, value in sorted(placed, key=lambda one: one[2] >= 0):
        x, y = _LEFT + (_RIGHT - _LEFT) * rate, _height(value, lowest)
        near = next((one for one in together if hypot(one[0] - x, one[1] - y) < _NEAR), None)
        if near is None:
            together.append((x, y, [case]))
        else:
            near[2].append(case)
    said = "; ".join(
        f"case {case.number}: {rate_text(case)}, {discrimination_text(value)}"
        for case, _, value in placed
    )
    return DotChart(
        key,
        "Pass rate and discrimination of each case",
        f"{said}.",
        tuple(_dot(x, y, group) for x, y, group in together),
        tuple((round(_height(level, lowest), 2), f"{level:g}") for level in levels),
    )


def bar_chart(key: str, title: str, values: Sequence[tuple[str, int]]) -> BarChart:
    """Draw (name, students) below each other."""
    most = max((number for _, number in values), default=1)
    bars = tuple(
        ChartBar(
            y=_BAR_STEP * place,
            width=round(max(2.0, _BAR_ROOM * number / most), 2),
            name=_cut(name),
            value=str(number),
        )
        for place, (name, number) in enumerate(values)
    )
    said = "; ".join(f"{name}: {count(number, 'student')}" for name, number in values)
    return BarChart(key, title, f"{said}.", _BAR_STEP * len(bars), bars)


def _height(value: float, lowest: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * (value - lowest) / (1.0 - lowest)


def _dot(x: float, y: float, cases: Sequence[CaseAnalysis]) -> Dot:
    is_against = any((case.discrimination or 0.0) < 0 for case in cases)
    more = "+" if len(cases) > 1 else ""
    tone = Tone.BAD if is_against else Tone.READY
    return Dot(round(x, 2), round(y, 2), f"{cases[0].number}{more}", tone)


def _cut(name: str) -> str:
    seen = printable(name, lines=False)
    return seen if len(seen) <= _LONGEST_NAME else f"{seen[: _LONGEST_NAME - 1]}…"
