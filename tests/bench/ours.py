"""This harness in the bench: the warm pool alone, and the command that also writes pages."""

import dataclasses
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from grader.advice.learning import Learned, learn_lesson
from grader.advice.lesson_judge import explained_report
from grader.course.lesson_files import LessonFiles, load_lesson_files
from grader.course.manifest import find_lesson, load_course
from grader.judge.jobs import Job, Run
from grader.judge.pool import Pool
from grader.judge.reports import Judging
from grader.judge.stage import Stage
from grader.model.course import Lesson, StudentId
from grader.model.report import JudgedSubmission, Outcome
from grader.model.submission import Submission
from grader.sandbox.isolation import why_not
from grader.sandbox.spec import Isolation

from .contestant import cores
from .material import LESSON, MODULE_FILE, ROOT, BenchSubmission, Material

_ISOLATION = {
    "full": "full: namespaces, Landlock, seccomp",
    "reduced": "reduced: Landlock, seccomp",
    "none": "none",
}


@dataclasses.dataclass(frozen=True)
class BenchLesson:
    """The bench's lesson as the harness loads it, and the stage of its workers."""

    lesson: Lesson
    files: LessonFiles
    stage: Stage

    @classmethod
    def load(cls, material: Material, isolation: Isolation, cache: Path) -> "BenchLesson":
        """Load it from disk, as `grader grade` does."""
        course = load_course(material.course)
        lesson = find_lesson(course, LESSON)
        files = load_lesson_files(course, lesson)
        stage = Stage(
            hidden_folder=str(files.hidden_folder),
            module=lesson.module,
            course_files=files.course_files,
            packages=lesson.packages,
            isolation=isolation,
            cache_folder=str(cache / "bytecode"),
            limits=lesson.limits,
            hand_in=lesson.hand_in,
        )
        return cls(lesson, files, stage)


class Reporter:
    """Makes the report of a run, diagnosis included, as grading a class does."""

    def __init__(self, bench: BenchLesson, learned: Learned) -> None:
        self._judging = Judging(bench.lesson, bench.files.digest[:16], learned.knowledge)
        self._learned = learned

    def report(self, submission: BenchSubmission, run: Run) -> JudgedSubmission:
        """Make the whole report."""
        handed_in = Submission(StudentId(submission.name), {MODULE_FILE: submission.source})
        return explained_report(handed_in, run, self._judging, self._learned)


class Ours:
    """Workers that are warm, as in a class after its first submission or on a server."""

    name = "ours, a warm worker on each core"

    def __init__(self, material: Material, isolation: Isolation, cache: Path) -> None:
        self._level = isolation
        self.isolation = _ISOLATION[isolation]
        self._bench = BenchLesson.load(material, isolation, cache)
        self._cache = cache
        self._pool: Pool | None = None

    def missing(self) -> str | None:
        """Say that this machine cannot isolate so well."""
        return why_not(self._level)

    def start(self) -> None:
        """Learn the lesson; the workers come with the first submissions."""
        self._pool = Pool(self._bench.stage, cores())
        learned = learn_lesson(self._pool, self._bench.lesson, self._bench.files, self._cache)
        self._reporter = Reporter(self._bench, learned)

    def judge_one(self, submission: BenchSubmission) -> int:
        """Judge it on a worker that waits."""
        return self.judge_all([submission])[0]

    def judge_all(self, submissions: Sequence[BenchSubmission]) -> list[int]:
        """Judge on all workers, making each report as its run comes back."""
        assert self._pool is not None
        jobs = [Job(i, {MODULE_FILE: one.source}) for i, one in enumerate(submissions)]
        answers = [0] * len(jobs)
        for run in self._pool.judge(jobs):
            judged = self._reporter.report(submissions[run.number], run)
            passed = [case.outcome is Outcome.PASSED for case in judged.report.cases]
            answers[run.number] = sum(passed)
        return answers

    def close(self) -> None:
        """End the workers and their jails."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None


class OursWithPages:
    """`grader grade` from start to end: imports, workers, judging, gradebook, every page."""

    def __init__(self, material: Material, isolation: Isolation, folder: Path) -> None:
        self.name = "ours, `grader grade` with all its pages"
        self._level = isolation
        self.isolation = _ISOLATION[isolation]
        self._material = material
        self._folder = folder
        self._numbers = itertools.count()

    def missing(self) -> str | None:
        """Say that this machine cannot isolate so well."""
        return why_not(self._level)

    def start(self) -> None:
        """Nothing: the command brings all up itself; what it learned before is in its cache."""
        self._folder.mkdir(exist_ok=True)

    def judge_one(self, submission: BenchSubmission) -> int:
        """Grade one file."""
        return self._grade(submission.folder / MODULE_FILE)[MODULE_FILE.removesuffix(".py")]

    def judge_all(self, submissions: Sequence[BenchSubmission]) -> list[int]:
        """Grade a folder that holds them all."""
        found = self._grade(submissions[0].folder.parent)
        return [found[submission.name] for submission in submissions]

    def close(self) -> None:
        """Nothing is left: the command ends what it starts."""

    def _grade(self, submissions: Path) -> dict[str, int]:
        out = self._folder / f"grades_{next(self._numbers)}"  # a known folder would be resumed
        course = self._material.course
        subprocess.run(
            [
                *(sys.executable, "-P", "-m", "grader.cli", "grade", str(submissions)),
                *("--lesson", LESSON, "--course", str(course), "--out", str(out)),
                *("--isolation", self._level, "--jobs", str(cores())),
            ],
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "XDG_CACHE_HOME": str(self._folder / "cache"),
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )
        rows = map(json.loads, (out / "results.jsonl").read_text().splitlines())
        return {
            row["student"]: sum(case["outcome"] == "passed" for case in row["cases"])
            for row in rows
        }
