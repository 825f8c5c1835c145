"""Grades a class: takes submissions in, judges what is new, writes gradebook and pages."""

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

from grader import __version__
from grader.content.intake import find_submissions
from grader.content.lesson_files import LessonFiles, load_lesson_files
from grader.content.manifest import find_lesson, load_course
from grader.jail.spec import Isolation
from grader.model.course import Course, Lesson
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Submission

from .journal import Journal, entry_key
from .lesson_judge import LessonJudge
from .outputs import write_outputs

Progress = Callable[[int, int], None]


@dataclasses.dataclass(frozen=True)
class GradeRequest:
    """What an instructor asks for."""

    course_root: Path
    lesson_id: str
    submissions: Path
    out: Path
    cache: Path
    isolation: Isolation
    jobs: int
    student: str | None = None


@dataclasses.dataclass(frozen=True)
class GradedClass:
    """What came of it."""

    course: Course
    lesson: Lesson
    judged: tuple[JudgedSubmission, ...]
    judged_now: int
    warnings: tuple[str, ...]
    ignored: dict[str, tuple[str, ...]]


def grade_class(request: GradeRequest, progress: Progress) -> GradedClass:
    """Grade every submission below a path; raises GraderError before anything is judged."""
    course = load_course(request.course_root)
    lesson = find_lesson(course, request.lesson_id)
    files = load_lesson_files(course, lesson)
    submissions = find_submissions(request.submissions, lesson, request.student, request.out)
    request.out.mkdir(parents=True, exist_ok=True)
    with Journal(request.out) as journal:
        keys = {str(s.student): _key(s, files, request) for s in submissions}
        todo = [s for s in submissions if _is_open(journal.find(keys[s.student]))]
        progress(len(submissions) - len(todo), len(submissions))
        warnings: Sequence[str] = ()
        if todo:
            warnings = _judge_all(request, lesson, files, todo, journal, progress)
        judged = [journal.find(keys[s.student]) for s in submissions]
        whole = tuple(sorted((j for j in judged if j), key=lambda j: j.report.student))
        journal.keep([keys[j.report.student] for j in whole if not _is_fault(j)])
    write_outputs(request.out, course, lesson, whole)
    ignored: dict[str, tuple[str, ...]] = {s.student: s.ignored for s in submissions if s.ignored}
    return GradedClass(course, lesson, whole, len(todo), tuple(warnings), ignored)


def _is_open(known: JudgedSubmission | None) -> bool:
    # a fault of ours that a killed run wrote down is tried again
    return known is None or _is_fault(known)


def _is_fault(judged: JudgedSubmission) -> bool:
    return judged.report.verdict is Verdict.GRADER_FAULT


def _key(submission: Submission, files: LessonFiles, request: GradeRequest) -> str:
    return entry_key(
        submission.student,
        submission.sha256(),
        submission.refused,
        files.digest,
        __version__,
        request.isolation,
    )


def _judge_all(
    request: GradeRequest,
    lesson: Lesson,
    files: LessonFiles,
    todo: list[Submission],
    journal: Journal,
    progress: Progress,
) -> Sequence[str]:
    count = max(1, min(request.jobs, len(todo)))
    with LessonJudge(lesson, files, request.isolation, request.cache, count) as judge:
        for done, (number, judged) in enumerate(judge.judge(todo), 1):
            journal.add(_key(todo[number], files, request), judged)
            progress(done, len(todo))
        return judge.warnings
