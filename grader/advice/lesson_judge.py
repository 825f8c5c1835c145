"""Judges submissions to one lesson, and says in their reports why cases failed."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Self

from msgspec.structs import replace

from grader.advice.examples import calls_to_make, example_in
from grader.advice.learning import Learned, learn_lesson
from grader.advice.mistakes import diagnosed
from grader.advice.slips import slip_of, slip_of_import
from grader.cases.events import Failure
from grader.course.lesson_files import LessonFiles
from grader.errors import ContentError, JailError
from grader.ground.children import cores
from grader.judge.jobs import Job, Run, sources_to_run
from grader.judge.pool import Pool
from grader.judge.reports import Judging, evidence_of, make_report, report_unjudged
from grader.judge.stage import Stage
from grader.model.course import Lesson
from grader.model.report import NOT_JUDGED, JudgedSubmission, Place, Reveal, Verdict
from grader.model.submission import Submission
from grader.sandbox.equipment import is_given_whole
from grader.sandbox.packages import plugin_modules
from grader.sandbox.spec import Isolation

_LONGEST_EXAMPLE = 300  # characters: what there is no room for on a screen says nothing


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
        """With `reveal` every case shows so much."""
        self._lesson = lesson
        self._files = files
        self._isolation: Isolation = isolation
        self._cache = cache
        self._pool = Pool(make_stage(lesson, files, isolation, cache), min(jobs, cores()))
        self._reveal = reveal
        self._learned: Learned | None = None

    def judge(self, submissions: Sequence[Submission]) -> Iterator[tuple[int, JudgedSubmission]]:
        """Judge them; each comes with its place in the sequence as it is ready, in no order."""
        learned = self._known()
        judging = Judging(self._lesson, self._files.version, learned.knowledge, self._files.stub)
        jobs, broken = [], []
        for i, one in enumerate(submissions):
            if one.refused is None:
                sources = sources_to_run(self._lesson, one)
                jobs.append(Job(i, sources, follow_up=partial(calls_to_make, learned)))
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

    def judge_one(self, submission: Submission) -> JudgedSubmission:
        """Judge a single one."""
        ((_, judged),) = self.judge([submission])
        return judged

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
                shown = [replace(case, reveal=reveal.value) for case in knowledge.cases]
                knowledge.cases = shown
        return self._learned

    def __enter__(self) -> Self:
        self._pool.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._pool.close()


def explained_report(
    submission: Submission, run: Run, judging: Judging, learned: Learned
) -> JudgedSubmission:
    """Write the report of a run, with slips, an example, its group and a known mistake.

    The slip behind a failure stands before the case's sentence, in place of an example.
    """
    evidence = evidence_of(submission, run, judging)
    judged = make_report(submission, run, judging, evidence)
    report, source = judged.report, evidence.source
    if report.verdict is Verdict.GRADER_FAULT:
        return judged
    cases, without_slip = [], set()
    for case, reveal in zip(report.cases, judged.reveals, strict=True):
        failure, message = case.failure, case.message
        slip = None
        if failure is not None:
            slip = slip_of_import(failure, source) or slip_of(evidence.results[case.id], source)
        if failure is None or slip is None:
            if failure is not None and failure.kind != "unwritten":
                without_slip.add(case.id)
        elif reveal is not Reveal.NOTHING or failure.kind == "import":
            message = f"{slip.text} {message}"
            if failure.place is None and slip.line:
                failure = replace(failure, place=Place(source.module, slip.line))
        cases.append(replace(case, message=message, failure=failure))
    message = report.message
    if report.failure is not None and (slip := slip_of_import(report.failure, source)):
        message = f"{slip.text} {message}"
    example = example_in(learned, run, source)
    if example is not None:
        behind = tuple(case for case in example.cases if case in without_slip)
        is_short = len(example.sentence) <= _LONGEST_EXAMPLE
        example = replace(example, cases=behind) if behind and is_short else None
    report = replace(report, cases=tuple(cases), message=message, example=example)
    report = diagnosed(report, run, evidence.results, learned.fingerprints)
    return replace(judged, report=report)


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
    )
