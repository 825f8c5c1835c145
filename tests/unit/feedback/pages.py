"""The pages of a report and of a class, as `grade` writes them."""

from collections.abc import Sequence

from grader.feedback import html
from grader.feedback.course_map import Standing
from grader.feedback.instructor import class_view, instructor_view
from grader.feedback.student import student_view
from grader.model.course import Lesson
from grader.model.report import JudgedSubmission, Report
from grader.model.summary import ClassSummary


def student_page(
    report: Report, lesson: Lesson, title: str, standing: Standing | None = None
) -> str:
    """Render what a student reads."""
    return html.page(student_view(report, lesson, title, standing))


def instructor_page(judged: JudgedSubmission, lesson: Lesson, title: str) -> str:
    """Render everything about one submission."""
    return html.page(instructor_view(judged, lesson, title))


def index_page(
    summary: ClassSummary, judged: Sequence[JudgedSubmission], lesson: Lesson, title: str
) -> str:
    """Render a class."""
    return html.page(class_view(summary, judged, lesson, title))
