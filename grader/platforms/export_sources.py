"""Lays out what students handed in as folders, for programs that look for copies."""

from collections.abc import Sequence

from grader.course.course_file import read_together
from grader.feedback.page_names import page_names
from grader.model.course import Course, Lesson
from grader.model.phrases import listed_below, who
from grader.model.report import Report
from grader.record.attempts import list_attempts, read_all_submissions
from grader.record.store import open_store

BASE_CODE = "base-code"


def handed_in_files(
    data: str, lesson_id: str, reports: Sequence[Report]
) -> tuple[dict[str, bytes], list[str]]:
    """Return the files of the attempts that count, in a folder for each student, and notes.

    `data` is where the record lies.
    """
    folders = page_names(report.student for report in reports)
    store = open_store(data)
    try:
        with store.reading() as reading:
            rows = {
                (str(row.student), row.submission_sha256): row
                for row in list_attempts(reading, lesson=lesson_id)
            }
            counting = [
                rows[report.student, report.submission_sha256 or ""]
                for report in reports
                if (report.student, report.submission_sha256) in rows
            ]
            found = {
                row.student: submission.sources
                for row, submission in read_all_submissions(reading, counting)
                if submission.sources
            }
    finally:
        store.close()
    files = {
        f"{folders[student].removesuffix('.html')}/{name}": content
        for student, sources in found.items()
        for name, content in sources.items()
    }
    left = [who(one.student, one.name) for one in reports if one.student not in found]
    return files, listed_below("No file on record, so left out", left)


def base_code(course: Course, lesson: Lesson) -> dict[str, bytes]:
    """Return what every student was given, as far as it is there: stub and files beside it."""
    folder = course.exercise_folder(lesson)
    given = [name for name in (*lesson.hand_in, *lesson.files) if (folder / name).is_file()]
    files = read_together(course.root, folder, given)
    return {f"{BASE_CODE}/{name}": data for name, data in files.items()}
