"""Shows the text of a lesson, from its one Markdown source, in pages and on terminals."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.feedback.lesson_html import to_html
from grader.feedback.lesson_terminal import print_lesson

__all__ = ["LessonText", "print_lesson", "to_html"]


@dataclass(frozen=True)
class LessonText:
    """The Markdown of one lesson, and the pictures that it names."""

    markdown: str
    pictures: Mapping[str, bytes] = field(default_factory=dict)
