"""Runs variants of a lesson's reference through the jail, keeping all that happened in them.

A report says what a student needs; proving a lesson needs the calls and fingerprints behind it, so
this works with a pool's runs where grading works with LessonJudge.
"""

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

import msgspec

from grader.advice.learning import Learned, learn_lesson
from grader.advice.lesson_judge import make_stage
from grader.advice.mistakes import Fingerprint, fingerprint
from grader.cases.events import CaseInfo
from grader.errors import JailError
from grader.judge.jobs import Job, Run
from grader.judge.pool import Pool
from grader.judge.reports import settle
from grader.model.course import Limits
from grader.sandbox.spec import Isolation

from .material import LessonMaterial

Sources = dict[str, bytes]
Tell = Callable[[int, int], None]


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

    def run(self, submissions: Sequence[Sources], tell: Tell) -> list[Run]:
        """Run them all; a run has its submission's place in the sequence."""
        found: dict[int, Run] = {}
        jobs = [Job(n, sources, every_case=True) for n, sources in enumerate(submissions)]
        for run in self._pool.judge(jobs):
            if run.verdict == "grader_fault":
                raise JailError(f"{self._material.lesson.id} could not be judged: {run.fault}.")
            found[run.number] = run
            tell(len(found), len(submissions))
        return [found[number] for number in range(len(submissions))]

    @property
    def counted(self) -> list[CaseInfo]:
        """The cases that count."""
        knowledge = self._learned.knowledge
        return [case for case in knowledge.cases if knowledge.counts(case.id)]

    def passes(self, run: Run) -> bool:
        """Whether a run passes every case that counts."""
        return run.verdict is None and not self.fails(run)

    def fails(self, run: Run) -> set[str]:
        """Say which of the counted cases a run does not pass, whatever it left open."""
        settled = settle(run, self._learned.knowledge)
        return {case.id for case in self.counted if settled[case.id].outcome != "passed"}

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
