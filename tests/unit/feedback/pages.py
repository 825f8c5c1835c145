"""The pages of a report and of a class, as `grade` writes them."""

from collections.abc import Sequence

from grader.feedback import html
from grader.feedback.instructor import class_view, instructor_view
from grader.feedback.page_names import page_names
from grader.feedback.student import student_view
from grader.model.course import Lesson
from grader.model.report import JudgedSubmission, Report


def student_page(report: Report, lesson: Lesson) -> str:
    """Render what a student reads."""
    return html.page(student_view(report, lesson, "Course"))


def instructor_page(judged: JudgedSubmission, lesson: Lesson) -> str:
    """Render everything about one submission."""
    page = page_names([judged.report.student])[judged.report.student]
    return html.page(instructor_view(judged, lesson, "Course", page))


def class_page(judged: Sequence[JudgedSubmission], lesson: Lesson) -> str:
    """Render a class."""
    return html.page(class_view(judged, lesson, "Course"))
