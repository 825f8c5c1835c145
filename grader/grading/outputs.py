"""Renders a graded class into files; all of it can be thrown away and written again.

out/
  results.jsonl      one report a line, by student: the instructor's
  timings.jsonl      how long each took: never the same twice, so apart
  gradebook.csv      points of each case
  index.html         the class at a glance: the instructor's
  feedback/          a page for each student: the student's
  instructor/        a page for each student: the instructor's

All of it is the grader's user's alone; what is handed out is copied from here.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from grader.feedback.course_map import opened_by
from grader.feedback.instructor import class_view, instructor_view
from grader.feedback.page_names import FEEDBACK_FOLDER, INSTRUCTOR_FOLDER, page_names
from grader.feedback.student import student_view
from grader.grading.gradebook import gradebook_csv
from grader.ground.folders import private_folder, write_whole
from grader.model.course import Course, Lesson
from grader.model.report import JudgedSubmission
from grader.record.grants import ByHand

OTHER_OUT = "Have it removed, or name a folder of your own with --out."


def write_outputs(
    out: Path,
    course: Course,
    lesson: Lesson,
    judged: Sequence[JudgedSubmission],
    by_hand: ByHand,
    now: datetime,
) -> None:
    """Write everything again, each file as a whole, and remove pages of students who are gone.

    The marks of `by_hand` are in the reports already.
    """
    from grader.feedback import html  # a class that is refused needs no Jinja

    reports = [one.report for one in judged]
    write_whole(out / "results.jsonl", _lines(reports))
    write_whole(out / "timings.jsonl", _lines(map(_timing, judged)))
    write_whole(out / "gradebook.csv", gradebook_csv(reports).encode())
    names = page_names(report.student for report in reports)
    pages = set(names.values())
    for folder in (FEEDBACK_FOLDER, INSTRUCTOR_FOLDER):
        private_folder(out / folder, OTHER_OUT)
        for path in (out / folder).glob("*.html"):
            if path.name not in pages:
                path.unlink()
    for one in judged:
        name = names[one.report.student]
        page = student_page_of(one, course, lesson, by_hand, now)
        write_whole(out / FEEDBACK_FOLDER / name, page.encode())
        page = html.page(instructor_view(one, lesson, course.title, name))
        write_whole(out / INSTRUCTOR_FOLDER / name, page.encode())
    index = html.page(class_view(judged, lesson, course.title))
    write_whole(out / "index.html", index.encode())


def student_page_of(
    judged: JudgedSubmission, course: Course, lesson: Lesson, by_hand: ByHand, now: datetime
) -> str:
    """Render what a student may read now, and what a pass opens by the course alone."""
    from grader.feedback import html

    shown = by_hand.for_student(judged, lesson, now)
    opens = opened_by(lesson, course, now)
    return html.page(student_view(shown, lesson, course.title, opens=opens))


def _lines(rows: Iterable[object]) -> bytes:
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def _timing(judged: JudgedSubmission) -> dict[str, object]:
    cases = {trace.id: trace.seconds for trace in judged.traces}
    return {"student": judged.report.student, "seconds": judged.seconds, "cases": cases}
