"""Judges submissions to one lesson: has the pool, and what the reference taught it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Self

import msgspec

from grader.advice.examples import question_for
from grader.advice.explanation import explained_report
from grader.advice.fair_calls import INTERVIEWER
from grader.advice.learning import Learned, learn_lesson
from grader.cases.events import Failure
from grader.course.lesson_files import LessonFiles
from grader.errors import ContentError, JailError
from grader.ground.children import cores
from grader.judge.jobs import Job, Run, sources_to_run
from grader.judge.pool import Pool
from grader.judge.reports import make_report, report_unjudged
from grader.judge.stage import Stage
from grader.judge.verdict import Judging
from grader.model.course import Lesson
from grader.model.report import NOT_JUDGED, JudgedSubmission, Reveal
from grader.model.submission import Submission
from grader.sandbox.equipment import is_given_whole
from grader.sandbox.packages import plugin_modules
from grader.sandbox.spec import Isolation


class LessonJudge:
    """Use it as a context manager; entering it learns the lesson, unless the cache knows it."""

    def __init__(
        self,
        lesson: Lesson,
        files: LessonFiles,
        isolation: Isolation,
        cache: Path,
        jobs: int = 1,
        *,
        reveal: Reveal | None = None,
    ) -> None:
        """With `reveal` this is a try: every case shows so much, and two that hang end it."""
        self._lesson = lesson
        self._files = files
        self._isolation: Isolation = isolation
        self._cache = cache
        self._pool = Pool(make_stage(lesson, files, isolation, cache), min(jobs, cores()))
        self._reveal = reveal
        self._learned: Learned | None = None

    def judge(
        self, submissions: Sequence[Submission], *, tells: bool = False
    ) -> Iterator[tuple[int, JudgedSubmission]]:
        """Judge them; each comes with its place in the sequence as it is ready, in no order."""
        learned = self._known()
        files = self._files
        judging = Judging(self._lesson, files.version, learned.knowledge, files.stub)
        jobs, broken = [], []
        for i, one in enumerate(submissions):
            if one.refused is None:
                sources, gives_up = sources_to_run(self._lesson, one), self._reveal is not None
                follow_up = partial(question_for, learned)
                jobs.append(Job(i, sources, gives_up=gives_up, tells=tells, follow_up=follow_up))
            elif one.refused_as in NOT_JUDGED:
                yield i, report_unjudged(one, self._isolation, judging)
            else:
                broken.append(Run(i, whole=Failure("no_file", text=one.refused)))
        for run in chain(broken, self._pool.judge(jobs)):
            run.isolation = self._isolation
            one = submissions[run.number]
            try:
                if one.refused is not None:
                    report = make_report(one, run, judging)
                else:
                    report = explained_report(one, run, judging, learned)
            except Exception as error:
                fault = f"{type(error).__name__}: {error}"
                lost = Run(run.number, verdict="grader_fault", fault=fault)
                report = make_report(one, lost, judging)
            yield run.number, report

    def judge_one(
        self, submission: Submission, on_case: Callable[[str], object] | None = None
    ) -> JudgedSubmission:
        """Judge a single one; `on_case` is told of a case that takes its time, as a student may."""
        if on_case is not None:
            self._pool.on_case = lambda case: on_case(self._case_for_student(case))
        judged = list(self.judge([submission], tells=on_case is not None))
        return judged[0][1]

    def _case_for_student(self, case_id: str) -> str:
        shown = [case for case in self._known().knowledge.cases if case.visibility == "visible"]
        for number, case in enumerate(shown, start=1):
            if case.id == case_id:
                return f"case {number} of {len(shown)}: {case.sentence}"
        return "a case that is not shown"

    @property
    def warnings(self) -> Sequence[str]:
        """Sentences for the author about what the reference does."""
        return self._known().warnings

    def refuse_left_out(self) -> None:
        """Raise ContentError where the lesson would be worth less than its cases say."""
        if left_out := self._known().left_out:
            raise ContentError(
                f"{self._lesson.id} was not judged: without the cases that the reference solution "
                "fails it is worth less than its hidden cases say. Correct the lesson, as grader "
                "verify shows, or judge without them by --allow-left-out.\n" + "\n".join(left_out)
            )

    def _known(self) -> Learned:
        if self._learned is None:
            self._learned = learn_lesson(self._pool, self._lesson, self._files, self._cache)
            knowledge = self._learned.knowledge
            if (reveal := self._reveal) is not None:
                replace = partial(msgspec.structs.replace, reveal=reveal.value)
                knowledge.cases = [replace(case) for case in knowledge.cases]
        return self._learned

    def __enter__(self) -> Self:
        self._pool.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._pool.close()


def make_stage(lesson: Lesson, files: LessonFiles, isolation: Isolation, cache: Path) -> Stage:
    """Describe a lesson's trusted side for the workers; raises JailError where it could be read."""
    if isolation != "none" and is_given_whole(files.hidden_folder):
        raise JailError(
            f"Submissions read the libraries around {files.hidden_folder}, so they could read the "
            "hidden cases. Move the course elsewhere."
        )
    return Stage(
        hidden_folder=str(files.hidden_folder),
        module=lesson.module,
        course_files=files.course_files,
        packages=lesson.packages,
        plugins=plugin_modules(lesson.plugins),
        isolation=isolation,
        cache_folder=str(cache / "bytecode"),
        limits=lesson.limits,
        hand_in=lesson.hand_in,
        cases=lesson.cases,
        interviewer=INTERVIEWER,
    )
