"""A supervisor judges once more what failed through us, with a fresh jail and examiner."""

from collections.abc import Callable
from typing import Any

import pytest

from grader.errors import JailError
from grader.judge.jobs import FairCall, Job, Run, RunCases, Task
from grader.judge.pair import PairEnd
from grader.judge.stage import Stage
from grader.judge.supervisor import Supervisor
from grader.model.course import Limits
from tests.unit.judge.builders import a_case, a_result, knowledge_of

SOURCES = {"sums.py": b"def add(): ..."}
CALL = FairCall("add", b"", "add()")
STAGE = Stage("hidden", "sums", {}, (), "reduced", "cache", Limits(seconds_per_case=2.0))


class ScriptedSupervisor(Supervisor):
    """Keeps what was done, and lets every pair come to the next of some ends."""

    def __init__(self, *ends: str) -> None:
        super().__init__(STAGE)
        self._ends = [*ends]
        self.did: list[str] = []

    def close(self) -> None:
        """Note that the jail ends, and the examiners with it."""
        self.did.append("close")

    def run_pair(self, task: Task, run: Run, _deadline: float) -> PairEnd:
        """Judge; raises JailError where no end is left."""
        afresh = isinstance(task, RunCases) and task.is_afresh
        self.did.append(f"{type(task).__name__}{' afresh' if afresh else ''}")
        if not self._ends:
            raise JailError("It broke down.")
        end = PairEnd(self._ends.pop(0))
        if end.why == "done":
            run.results = {one.id: one for one in [a_result("one")]}
        return end


Judged = tuple[Any, list[str]]


@pytest.fixture
def judge() -> Callable[..., Judged]:
    """Judge a submission whose pairs come to these ends; gives its run and what was done."""

    def judged(*ends: str) -> Judged:
        supervisor = ScriptedSupervisor(*ends)
        supervisor.learn(knowledge_of(a_case("one")))
        job = Job(1, SOURCES, follow_up=lambda run: [CALL] if run.results else [])
        run = supervisor.judge(job)
        return run, supervisor.did

    return judged


def test_who_does_not_fit_is_judged_afresh(judge: Callable[..., Judged]) -> None:
    """Where cases collected in advance cannot be bound, they are collected again."""
    _, did = judge("unbound", "done", "done")

    assert did[:2] == ["RunCases", "RunCases afresh"]


def test_what_failed_through_us_is_judged_once_more_with_a_fresh_pair(
    judge: Callable[..., Judged],
) -> None:
    """No more than once: a fault that stays is told."""
    run, did = judge()

    assert did == ["RunCases", "close", "RunCases", "close"]
    assert (run.number, run.verdict, run.fault) == (1, "grader_fault", "JailError: It broke down.")


def test_a_jail_that_breaks_down_over_fair_calls_costs_no_verdict(
    judge: Callable[..., Judged],
) -> None:
    """The run stands; the next submission has a new jail."""
    run, did = judge("done")

    assert (run.verdict, run.answers) == (None, {})
    assert did == ["RunCases", "RunCalls", "close"]
