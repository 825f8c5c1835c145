"""Lists what the templates of the course map may use; a test holds them equal."""

from collections.abc import Mapping
from dataclasses import dataclass

from grader.feedback.words import Badge
from grader.model.course import LessonId


@dataclass(frozen=True)
class Command:
    """A line to type, and what it is for."""

    line: str
    purpose: str  # such as "to submit again"


@dataclass(frozen=True)
class MapRow:
    """One lesson in the course map."""

    number: int
    id: str
    title: str
    badge: Badge
    points: str | None
    minutes: int | None
    after: str | None  # what comes first, where the course is no chain
    reason: str | None  # why it is locked
    notices: tuple[str, ...]  # what to know before submitting
    command: str | None
    mark: str | None  # "this lesson", "opened just now"


@dataclass(frozen=True)
class Node:
    """One lesson in a drawing; the text is what a pointer or a screen reader is told."""

    number: int
    badge: Badge
    text: str
    x: int
    y: int


@dataclass(frozen=True)
class Drawing:
    """Lessons and what they open, in units of the drawing; edges are SVG path data."""

    width: int
    height: int
    nodes: tuple[Node, ...]
    edges: tuple[str, ...]


@dataclass(frozen=True)
class Graph:
    """The same graph twice: across for a wide page, down for a narrow one."""

    across: Drawing
    down: Drawing


@dataclass(frozen=True)
class StandingView:
    """Where a student stands after a submission."""

    rows: tuple[MapRow, ...]
    locked: tuple[MapRow, ...]  # the nearest first
    progress: str | None
    percent: int
    notes: tuple[str, ...]
    commands: tuple[Command, ...]


@dataclass(frozen=True)
class MapContext:
    """What the course map shows."""

    course_title: str
    student: str
    progress: str
    percent: int
    rows: tuple[MapRow, ...]
    graph: Graph | None
    commands: tuple[Command, ...]
    texts: Mapping[LessonId, str]  # of lessons, by their ids
    rest: str | None  # what is to be said where there is no command
    about: str | None = None  # the course's own page, as markup
