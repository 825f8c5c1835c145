"""Judges one folder of files where a platform runs an autograder, and words it for Gradescope."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from grader.advice.lesson_judge import LessonJudge
from grader.course.lesson_files import load_lesson_files
from grader.course.manifest import find_lesson, load_course
from grader.errors import ContentError, JailError
from grader.ground.folders import private_folder
from grader.intake.class_intake import take_path
from grader.intake.names import shown
from grader.intake.reading_room import ReadingRoom
from grader.model.course import Course, Lesson, StudentId
from grader.model.dates import read_time
from grader.model.deadlines import Grant
from grader.model.remarks import count_report
from grader.model.report import JudgedSubmission, Verdict, caveats
from grader.model.student_report import disclose
from grader.model.submission import Submission
from grader.platforms.gradescope import gradescope_results
from grader.sandbox.isolation import why_not
from grader.sandbox.spec import Isolation

from .autograder_zip import LESSON

METADATA = "submission_metadata.json"
_UNKNOWN = "unknown student"


@dataclass(frozen=True)
class HandedIn:
    """What is known of one submission; what Gradescope does not say is left open."""

    students: tuple[str, ...] = ()  # all who submitted it together
    at: datetime | None = None
    due: datetime | None = None  # the latest that any of them has

    @property
    def student(self) -> str:
        """Whom the report is about."""
        return ", ".join(self.students) or _UNKNOWN


def read_metadata(path: Path) -> HandedIn:
    """Read it; a file that is missing or broken is taken as on time and from nobody known.

    A name that is no text costs no date: what cannot be read of it is shown as such.
    """
    try:
        told = json.loads(path.read_bytes().decode("utf-8-sig", "replace"), parse_int=str)
    except (OSError, ValueError, RecursionError):
        return HandedIn()
    if not isinstance(told, dict):
        return HandedIn()
    users = told.get("users")
    people = [each for each in users if isinstance(each, dict)] if isinstance(users, list) else []
    students = []
    for user in people:
        # whole numbers are texts here
        said = [user.get(key) for key in ("email", "id", "name")]
        texts = (shown(text.strip()) for text in said if isinstance(text, str))
        students += list(filter(None, texts))[:1]
    # a user with an extension has an assignment of their own
    assignments = [about.get("assignment") for about in (told, *people)]
    dates = [_time(each.get("due_date")) for each in assignments if isinstance(each, dict)]
    return HandedIn(
        tuple(students),
        _time(told.get("created_at")),
        max((date for date in dates if date is not None), default=None),
    )


def _time(value: object) -> datetime | None:
    when = read_time(value, UTC) if isinstance(value, str) else None
    return None if when is None else when.astimezone(UTC)


_TRIES = 2


@dataclass(frozen=True)
class Autograder:
    """An unpacked bundle, and how well it isolates."""

    root: Path  # holds source/, and here Gradescope puts submission/
    isolation: Isolation

    @property
    def course(self) -> Course:
        """The course inside; raises ContentError."""
        return load_course(self.root / "source" / "course")

    @property
    def lesson(self) -> Lesson:
        """The lesson that the bundle was made for; raises ContentError and OSError."""
        name = (self.root / "source" / LESSON).read_text(encoding="utf-8").strip()
        return find_lesson(self.course, name)

    def judge(
        self, lesson: Lesson, submission: Submission
    ) -> tuple[JudgedSubmission, Sequence[str]]:
        """Judge one submission, a second time where the grader failed.

        Gives also what the lesson's author should know. Raises JailError, and ContentError where
        the reference fails a case: an image may have been built unchecked.
        """
        problem = why_not(self.isolation)
        if problem is not None:
            raise JailError(f"Isolation {self.isolation} cannot be had here: {problem}")
        files = load_lesson_files(self.course, lesson)
        cache = private_folder(self.root / "cache", "Unpack the autograder again.")
        for _ in range(_TRIES):
            with LessonJudge(lesson, files, self.isolation, cache) as judge:
                judge.refuse_left_out()
                judged = judge.judge_one(submission)
                if judged.report.verdict is not Verdict.GRADER_FAULT:
                    return judged, judge.warnings
        raise JailError("Judging broke off twice.")


def check_autograder(autograder: Autograder) -> list[str]:
    """Judge the reference; give lines to print; raises ContentError where it does not pass."""
    lesson = autograder.lesson
    files = load_lesson_files(autograder.course, lesson)
    judged, warnings = autograder.judge(lesson, Submission(StudentId("reference"), files.reference))
    report = judged.report
    if report.verdict is not Verdict.PASSED:
        raise ContentError(
            f"The reference solution of {lesson.id} does not pass its hidden cases: "
            f"{report.verdict}. Run grader verify on the course."
        )
    return [
        *(f"Warning: {warning}" for warning in (*caveats([report]), *warnings)),
        f"Ready: the reference passes {lesson.id}, isolation {autograder.isolation}.",
    ]


def grade_for_gradescope(autograder: Autograder) -> tuple[bytes, str]:
    """Judge submission/; give results.json, and a line for the instructor."""
    lesson = autograder.lesson
    handed_in = read_metadata(autograder.root / METADATA)
    folder = autograder.root / "submission"
    folder.stat()  # a folder that the platform did not bring is no empty submission
    with ReadingRoom() as room:
        submission = take_path(folder, lesson, handed_in.student, read=room.read)
    judged, _ = autograder.judge(lesson, replace(submission, submitted_at=handed_in.at))
    line = f"{lesson.id}: {judged.report.verdict.value}, isolation {autograder.isolation}."
    if handed_in.at is None:
        line += f" {METADATA} does not say when this came, so it counts as on time."
    return results_json(judged, lesson, handed_in), line


def results_json(judged: JudgedSubmission, lesson: Lesson, handed_in: HandedIn) -> bytes:
    """Word results.json: the points that count, and whom it counts for.

    A later date of Gradescope's is an extension.
    """
    grants = () if handed_in.due is None else (Grant(lesson.id, due=handed_in.due),)
    report = count_report(judged.report, lesson, (), grants, handed_in.at)
    result = gradescope_results(disclose(report, judged.reveals))
    result["extra_data"] = {
        "students": list(handed_in.students),
        "lesson": report.lesson,
        "days_late": report.days_late,
        "isolation": report.isolation,
        "grader_version": report.grader_version,
        "course_version": report.course_version,
    }
    return json.dumps(result, indent=1).encode() + b"\n"
