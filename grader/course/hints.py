"""Reads a lesson's stepped hints: one `##` section a step."""

import re

from msgspec import Struct

from grader.model.course import Course, Lesson

FILE = "hints.md"
_HEADING = re.compile(r"^##[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


class Hint(Struct, frozen=True):
    """One step."""

    title: str
    text: str  # markdown


def load_hints(course: Course, lesson: Lesson) -> tuple[Hint, ...]:
    """Read the steps in order; none where the lesson has no hints."""
    path = course.solution_folder(lesson) / FILE
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ()
    _, *parts = _HEADING.split(text)
    return tuple(
        Hint(title, body.strip()) for title, body in zip(parts[::2], parts[1::2], strict=True)
    )
