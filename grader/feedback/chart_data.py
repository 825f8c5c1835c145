"""Holds what charts show: numbers with names, and dots at their places."""

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING

from msgspec import Struct

from grader.feedback.analysis_words import DASH, discrimination_text, share_text
from grader.feedback.words import Tone, percent
from grader.model.analysis import AttemptsNeeded, CaseAnalysis, LessonAnalysis
from grader.model.behaviour import MistakeMade
from grader.model.phrases import count

if TYPE_CHECKING:
    from grader.model.summary import ClassSummary

_LEFT, _RIGHT, _TOP, _BOTTOM = 36.0, 346.0, 16.0, 166.0  # of the chart with dots, as it is drawn
_MOST_ATTEMPTS = 8  # later attempts share one value
_NEAR = 21.0  # dots that would cover each other become one


class Value(Struct, frozen=True):
    """One number of a series."""

    name: str
    number: int
    tone: Tone = Tone.GOOD
    said: str = ""  # where the number alone says too little

    @property
    def text(self) -> str:
        """The number in words."""
        return self.said or str(self.number)


class Series(Struct, frozen=True):
    """Numbers with names: a chart on a page, rows on a terminal."""

    id: str
    title: str
    values: tuple[Value, ...]
    full: int = 0  # what fills a chart; 0: the largest number

    @property
    def most(self) -> int:
        """What fills a chart; never nought."""
        return self.full or max(value.number for value in self.values) or 1

    @property
    def text(self) -> str:
        """The same in words."""
        return "; ".join(f"{value.name}: {value.text}" for value in self.values) + "."


class Dot(Struct, frozen=True):
    """Cases at one place of the chart of discrimination."""

    x: float
    y: float
    label: str
    tone: Tone


class DotChart(Struct, frozen=True):
    """Pass rate to the right, discrimination upward; the drawing is 360 by 200 units."""

    id: str
    title: str
    text: str
    dots: tuple[Dot, ...]
    lines: tuple[tuple[float, str], ...]  # height and name of each line across


class LessonCharts(Struct, frozen=True):
    """The charts of a lesson; None where there is nothing to draw, or nothing is known."""

    rates: Series | None
    dots: DotChart | None
    bars: Series | None
    attempts: Series | None
    hints: Series | None


def lesson_charts(lesson: LessonAnalysis, key: str = "") -> LessonCharts:
    """Collect the charts of a lesson; their ids begin with the key."""
    return LessonCharts(
        rates=_rates(f"{key}-rates", lesson.cases),
        dots=dot_chart(f"{key}-dots", lesson.cases),
        bars=_bars(f"{key}-bars", lesson.mistakes),
        attempts=_attempts(f"{key}-needed", lesson.attempts),
        hints=_hints(f"{key}-steps", lesson),
    )


def _rates(key: str, cases: Sequence[CaseAnalysis]) -> Series | None:
    if not cases:
        return None
    values = (
        Value(
            str(case.number),
            percent(case.pass_rate or 0),
            said=DASH if case.pass_rate is None else "",
        )
        for case in cases
    )
    return Series(key, "Pass rate of each case, in percent", tuple(values), 100)


def _bars(key: str, mistakes: Sequence[MistakeMade]) -> Series | None:
    if not mistakes:
        return None
    made = ((one.diagnosis.mistake, len(one.students + one.in_part)) for one in mistakes)
    values = tuple(
        Value(name, number, Tone.READY, count(number, "student")) for name, number in made
    )
    return Series(key, "Students by known mistake", values)


def _attempts(key: str, attempts: AttemptsNeeded | None) -> Series | None:
    if attempts is None or not attempts.passed + attempts.never:
        return None
    passed = dict(attempts.passed_on)
    last = min(_MOST_ATTEMPTS, max(passed, default=0))
    values = [Value(str(number), passed.get(number, 0)) for number in range(1, last + 1)]
    later = sum(students for number, students in passed.items() if number > _MOST_ATTEMPTS)
    if later:
        values.append(Value(f"{_MOST_ATTEMPTS + 1}+", later))
    values.append(Value("not yet", attempts.never, Tone.QUIET))
    return Series(key, "Students by the attempt that passed", tuple(values))


def _hints(key: str, lesson: LessonAnalysis) -> Series | None:
    if not lesson.hints:
        return None
    values = (Value(str(one.step), one.students, Tone.READY) for one in lesson.hints)
    return Series(key, "Students by step of the hints", tuple(values))


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
    for case, share, value in sorted(placed, key=lambda one: one[2] >= 0):
        x, y = _LEFT + (_RIGHT - _LEFT) * share, _height(value, lowest)
        near = next((one for one in together if hypot(one[0] - x, one[1] - y) < _NEAR), None)
        if near is None:
            together.append((x, y, [case]))
        else:
            near[2].append(case)
    said = "; ".join(
        f"case {case.number}: {share_text(case.pass_rate)}, {discrimination_text(value)}"
        for case, _, value in placed
    )
    return DotChart(
        key,
        "Pass rate and discrimination of each case",
        f"{said}.",
        tuple(_dot(x, y, group) for x, y, group in together),
        tuple((round(_height(level, lowest), 2), f"{level:g}") for level in levels),
    )


def _height(value: float, lowest: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * (value - lowest) / (1.0 - lowest)


def _dot(x: float, y: float, cases: Sequence[CaseAnalysis]) -> Dot:
    is_against = any((case.discrimination or 0.0) < 0 for case in cases)
    more = "+" if len(cases) > 1 else ""
    tone = Tone.BAD if is_against else Tone.READY
    return Dot(round(x, 2), round(y, 2), f"{cases[0].number}{more}", tone)


def score_columns(summary: "ClassSummary") -> tuple[Value, ...]:
    """Count ten columns of scores for shares below one, and one for every point."""
    ranges = (f"{start} to below {start + 10} %" for start in range(0, 100, 10))
    below = (Value(*one, Tone.QUIET) for one in zip(ranges, summary.bins, strict=True))
    return (*below, Value("100 %", summary.whole))


def spread_text(summary: "ClassSummary") -> str:
    """Say in words what the chart of scores shows."""
    filled = [one for one in score_columns(summary) if one.number]
    if not filled:
        return "There are no scores yet."
    return "; ".join(f"{one.name}: {count(one.number, 'submission')}" for one in filled) + "."
