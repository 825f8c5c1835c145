"""Grades a class: takes submissions in, judges what is new, writes gradebook and pages."""

import dataclasses
import os
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

import msgspec

from grader import __version__
from grader.content.intake import find_submissions
from grader.content.lesson_files import LessonFiles, load_lesson_files
from grader.content.manifest import find_lesson, load_course
from grader.jail.spec import Isolation
from grader.judge.diagnosis import diagnose, fingerprint
from grader.judge.events import Failure
from grader.judge.jobs import Job, Run, Stage
from grader.judge.learning import Learned, learn_lesson
from grader.judge.pool import Pool
from grader.judge.verdict import Judging, make_report, settle
from grader.model.course import Course, Lesson
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Submission

from .journal import Journal, entry_key
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


def make_stage(lesson: Lesson, files: LessonFiles, isolation: Isolation, cache: Path) -> Stage:
    """Describe a lesson's trusted side for the workers."""
    return Stage(
        hidden_folder=str(files.hidden_folder),
        module=lesson.module,
        course_files=files.course_files,
        packages=lesson.packages,
        isolation=isolation,
        cache_folder=str(cache / "bytecode"),
        limits=dataclasses.asdict(lesson.limits),
        hand_in=lesson.hand_in,
    )


def _judge_all(
    request: GradeRequest,
    lesson: Lesson,
    files: LessonFiles,
    todo: list[Submission],
    journal: Journal,
    progress: Progress,
) -> Sequence[str]:
    count = max(1, min(request.jobs, _cores(), len(todo)))
    stage = make_stage(lesson, files, request.isolation, request.cache)
    with Pool(stage, count) as pool:
        learned = learn_lesson(pool, lesson, files, request.cache)
        judging = Judging(lesson, files.digest[:16], learned.knowledge)
        jobs = [Job(i, s.sources) for i, s in enumerate(todo) if s.refused is None]
        refused = [
            Run(i, whole=Failure("no_file", text=s.refused))
            for i, s in enumerate(todo)
            if s.refused is not None
        ]
        for done, run in enumerate(chain(refused, pool.judge(jobs)), 1):
            submission = todo[run.number]
            run.isolation = request.isolation
            judged = _report(submission, run, judging, learned)
            journal.add(_key(submission, files, request), judged)
            progress(done, len(todo))
    return learned.warnings


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def _report(
    submission: Submission, run: Run, judging: Judging, learned: Learned
) -> JudgedSubmission:
    judged = make_report(submission.student, submission.sources, run, judging)
    report = msgspec.structs.replace(judged.report, submission_sha256=submission.sha256())
    judged = msgspec.structs.replace(judged, report=report)
    if submission.refused is not None:
        return judged
    known = learned.fingerprints
    return diagnose(judged, fingerprint(run, settle(run, judging), known.unstable), known)
