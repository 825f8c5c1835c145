"""Runs variants of a lesson's reference through the jail, keeping all that happened in them.

A report says what a student needs; proving a lesson needs the calls and fingerprints behind it, so
this works with a pool's runs where grading works with LessonJudge.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from grader.advice.learning import Learned
from grader.advice.lesson_judge import make_stage
from grader.advice.mistakes import Fingerprint, fingerprint
from grader.errors import JailError
from grader.judge.jobs import Job, Run
from grader.judge.pool import Pool
from grader.judge.reports import settle
from grader.model.course import Limits
from grader.sandbox.spec import Isolation

from .material import LessonMaterial

Tell = Callable[[int, int], None]


class Court(NamedTuple):
    """How a lesson is judged while it is proved."""

    isolation: Isolation
    cache: Path
    jobs: int


def pool_for(material: LessonMaterial, court: Court, limits: Limits | None = None) -> Pool:
    """Make a pool for a lesson; with `limits`, others than its own."""
    lesson = material.lesson if limits is None else replace(material.lesson, limits=limits)
    return Pool(make_stage(lesson, material.files, court.isolation, court.cache), court.jobs)


def run_all(pool: Pool, jobs: Iterable[Job], tell: Tell) -> list[Run]:
    """Judge jobs that are numbered from 0, and give their runs in that order."""
    waiting = list(jobs)
    found: dict[int, Run] = {}
    for run in pool.judge(waiting):
        refuse_faults([run])
        found[run.number] = run
        tell(len(found), len(waiting))
    return [found[number] for number in range(len(waiting))]


def refuse_faults(runs: Iterable[Run]) -> None:
    """Raise JailError where judging failed through us."""
    for run in runs:
        if run.verdict == "grader_fault":
            raise JailError(f"The lesson could not be judged: {run.fault}.")


def counted_cases(learned: Learned) -> list[str]:
    """Name the cases that count."""
    return [one.id for one in learned.knowledge.cases if learned.knowledge.counts(one.id)]


def failed_cases(run: Run, learned: Learned) -> set[str]:
    """Say which of the counted cases a run does not pass, whatever it left open."""
    settled = settle(run, learned.knowledge)
    return {case for case in counted_cases(learned) if settled[case].outcome != "passed"}


def fingerprint_of(run: Run, learned: Learned) -> Fingerprint:
    """Say what was done in a run."""
    settled = settle(run, learned.knowledge)
    return fingerprint(run, settled, learned.fingerprints.unstable)


def case_name(case: str) -> str:
    """Name a case without its file."""
    return case.partition("::")[2] or case
