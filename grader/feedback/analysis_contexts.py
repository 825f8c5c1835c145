"""Lists what the template of an analysis may use; a test holds template and fields equal."""

from dataclasses import dataclass

from grader.feedback.words import Tone


@dataclass(frozen=True)
class ChartColumn:
    """One column, in units of its drawing."""

    x: float
    y: float
    width: float
    height: float
    value: str  # written above it; nothing where there is no room
    name: str  # written below it; nothing where there is no room
    middle: float
    tone: Tone


@dataclass(frozen=True)
class ColumnChart:
    """Columns side by side; the drawing is 360 by 180 units."""

    id: str
    title: str
    text: str  # the same in words
    columns: tuple[ChartColumn, ...]


@dataclass(frozen=True)
class Dot:
    """Cases at one place of the chart of discrimination."""

    x: float
    y: float
    label: str
    tone: Tone


@dataclass(frozen=True)
class DotChart:
    """Pass rate to the right, discrimination upward; the drawing is 360 by 200 units."""

    id: str
    title: str
    text: str
    dots: tuple[Dot, ...]
    lines: tuple[tuple[float, str], ...]  # height and name of each line across


@dataclass(frozen=True)
class ChartBar:
    """One bar below its name."""

    y: float
    width: float
    name: str
    value: str


@dataclass(frozen=True)
class BarChart:
    """Bars below each other; the drawing is 360 units wide."""

    id: str
    title: str
    text: str
    height: float
    bars: tuple[ChartBar, ...]


@dataclass(frozen=True)
class CaseLine:
    """One case in the table of cases."""

    number: int
    id: str
    sentence: str
    percent: int
    rate: str
    counts: str
    discrimination: str
    timeouts: str
    median: str
    p95: str
    mark: str | None


@dataclass(frozen=True)
class MistakeLine:
    """One known mistake, and who made it."""

    mistake: str
    sentence: str
    size: str
    students: str


@dataclass(frozen=True)
class GroupLine:
    """One group that no known mistake explains."""

    short: str
    size: str
    verdict: str
    look: str
    cases: tuple[str, ...]
    cases_left_out: int
    students: str


@dataclass(frozen=True)
class LessonView:
    """Everything about one lesson."""

    key: str  # begins the ids of its parts
    title: str
    lesson: str
    figures: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    rates: ColumnChart | None
    dots: DotChart | None
    cases: tuple[CaseLine, ...]
    caution: str | None
    bars: BarChart | None
    mistakes: tuple[MistakeLine, ...]
    no_mistakes: str
    groups: tuple[GroupLine, ...]
    below_groups: str  # empty where nothing is left to say
    attempts: ColumnChart | None
    attempts_said: str | None  # None: not known
    hints: ColumnChart | None
    hints_said: str | None


@dataclass(frozen=True)
class AnalysisContext:
    """What the page shows."""

    course_title: str
    lessons: tuple[LessonView, ...]
