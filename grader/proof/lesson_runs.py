"""Runs variants of a lesson's reference through the jail, keeping all that happened in them.

A report says what a student needs; proving a lesson needs the calls and fingerprints behind it, so
this works with a pool's runs where grading works with LessonJudge.
"""

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Self

import msgspec

from grader.advice.examples import example_in, question_of_all
from grader.advice.learning import Learned, learn_lesson
from grader.advice.lesson_judge import make_stage
from grader.advice.mistakes import Fingerprint, fingerprint
from grader.cases.events import CaseInfo
from grader.errors import JailError
from grader.judge.jobs import Job, Run
from grader.judge.pool import Pool
from grader.judge.submission_source import Source
from grader.judge.verdict import settle
from grader.model.course import Limits
from grader.model.report import Example
from grader.sandbox.spec import Isolation

from .material import LessonMaterial

Sources = dict[str, bytes]
Tell = Callable[[int, int], None]
_NO_SOURCE = Source({}, "")


@dataclasses.dataclass(frozen=True)
class Court:
    """How a lesson is judged while it is proved."""

    isolation: Isolation
    cache: Path
    jobs: int


class LessonRuns:
    """Use it as a context manager: it has workers, and knows the lesson once it was asked."""

    def __init__(
        self, material: LessonMaterial, court: Court, *, limits: Limits | None = None
    ) -> None:
        """With `limits`, others than the lesson's own."""
        lesson = material.lesson
        if limits is not None:
            lesson = msgspec.structs.replace(lesson, limits=limits)
        self._material = material
        self._cache = court.cache
        self._learned: Learned  # once it is
        stage = make_stage(lesson, material.files, court.isolation, court.cache)
        self._pool = Pool(stage, court.jobs)

    def learn(self) -> Learned:
        """Learn the lesson; raises ContentError where it cannot be judged."""
        material = self._material
        self._learned = learn_lesson(self._pool, material.lesson, material.files, self._cache)
        return self._learned

    def be_taught(self, learned: Learned) -> None:
        """Take over what others have learned."""
        self._pool.learn(learned.knowledge)
        self._learned = learned

    def run(
        self,
        submissions: Sequence[Sources],
        tell: Tell | None = None,
        *,
        until_failure: bool = False,
        without: Sequence[str] = (),
    ) -> list[Run]:
        """Run them all, each without a case where these are named.

        A run has its submission's place in the sequence.
        """
        found: dict[int, Run] = {}
        jobs = [
            Job(
                number,
                sources,
                until_failure=until_failure,
                every_case=not until_failure,
                without=without[number] if without else "",
            )
            for number, sources in enumerate(submissions)
        ]
        for run in self._pool.judge(jobs):
            if run.verdict == "grader_fault":
                raise JailError(f"{self._material.lesson.id} could not be judged: {run.fault}.")
            found[run.number] = run
            if tell is not None:
                tell(len(found), len(submissions))
        return [found[number] for number in range(len(submissions))]

    def examples(self, submissions: Sequence[Sources]) -> list[Example | None]:
        """Run them all, and find the first fair call that one of them answers wrongly."""
        ask = partial(question_of_all, self._learned)
        jobs = [
            Job(number, sources, every_case=True, follow_up=ask)
            for number, sources in enumerate(submissions)
        ]
        ran = sorted(self._pool.judge(jobs), key=lambda run: run.number)
        return [example_in(self._learned, run, _NO_SOURCE) for run in ran]

    # -- what came of a run

    @property
    def counted(self) -> list[CaseInfo]:
        """The cases that count."""
        knowledge = self._learned.knowledge
        return [case for case in knowledge.cases if knowledge.counts(case.id)]

    def outcomes(self, run: Run) -> dict[str, str]:
        """Give each counted case its outcome, whatever the run left open."""
        settled = settle(run, self._learned.knowledge)
        return {case.id: settled[case.id].outcome for case in self.counted}

    def passes(self, run: Run) -> bool:
        """Whether a run passes every case that counts."""
        return run.verdict is None and set(self.outcomes(run).values()) <= {"passed"}

    def fingerprint(self, run: Run, unstable: frozenset[str]) -> Fingerprint:
        """Say what was done in a run."""
        return fingerprint(run, settle(run, self._learned.knowledge), unstable)

    def __enter__(self) -> Self:
        self._pool.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._pool.close()


def case_name(case: str) -> str:
    """Name a case without its file."""
    return case.partition("::")[2] or case
