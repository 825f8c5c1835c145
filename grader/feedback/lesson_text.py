"""Shows the text of a lesson, from its one Markdown source, in pages and on terminals."""

from grader.feedback.lesson_html import to_html
from grader.feedback.lesson_terminal import print_lesson

__all__ = ["print_lesson", "to_html"]
