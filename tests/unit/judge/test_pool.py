"""Claims about handing out submissions to supervisors."""

import threading
from typing import Any

import pytest

from grader.judge import pool
from grader.judge.jobs import Job, Run
from grader.judge.pair import Stopped
from grader.judge.stage import Stage
from grader.model.course import Limits

STAGE = Stage("hidden", "sums", {}, (), "none", "cache", Limits())
HANGS, BREAKS = 99, 98


class _Supervisor:
    """Judges at once what does not hang."""

    made: list["_Supervisor"]

    is_closed = False

    def __init__(self, _stage: Stage, is_stopped: Any) -> None:
        self.is_stopped = is_stopped
        self.made.append(self)

    def judge(self, job: Job) -> Run:
        """Judge; one that hangs ends when nobody waits any more."""
        if job.number == HANGS:
            while not self.is_stopped():
                threading.Event().wait(0.001)
            raise Stopped
        if job.number == BREAKS:
            raise ZeroDivisionError
        return Run(job.number)

    def begin(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Note the end."""
        self.is_closed = True


@pytest.fixture
def supervisors(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Give the supervisors that were made."""
    monkeypatch.setattr(_Supervisor, "made", [], raising=False)
    monkeypatch.setattr(pool, "Supervisor", _Supervisor)
    return _Supervisor.made


@pytest.mark.usefixtures("supervisors")
@pytest.mark.parametrize("count", [1, 3])
def test_each_job_has_one_run(count: int) -> None:
    """On any number of supervisors."""
    with pool.Pool(STAGE, count) as several:
        runs = [run.number for run in several.judge(Job(number, {}) for number in range(10))]

    assert sorted(runs) == list(range(10))


def test_what_nobody_waits_for_is_stopped(supervisors: list[Any]) -> None:
    """The supervisors stay for the next jobs, and are closed with their pool."""
    with pool.Pool(STAGE, 2) as several:
        runs = several.judge([Job(HANGS, {}), Job(0, {})])
        assert next(iter(runs)).number == 0
        runs.close()  # type: ignore[attr-defined] # judge is a generator

        assert [run.number for run in several.judge([Job(1, {})])] == [1]
        assert [supervisor.is_closed for supervisor in supervisors] == [False, False]
    assert [supervisor.is_closed for supervisor in supervisors] == [True, True]


@pytest.mark.usefixtures("supervisors")
@pytest.mark.timeout(20)
def test_a_fault_of_ours_in_a_thread_reaches_whoever_waits() -> None:
    """Nobody waits for a run that can never come."""
    with pool.Pool(STAGE, 2) as several, pytest.raises(ZeroDivisionError):
        list(several.judge([Job(BREAKS, {}), Job(HANGS, {})]))


@pytest.mark.timeout(20)
def test_a_pool_that_is_closed_in_the_midst_waits_for_its_threads(supervisors: list[Any]) -> None:
    """What a thread would begin after its supervisor was closed, nobody would end."""
    several = pool.Pool(STAGE, 2)
    runs = several.judge([Job(HANGS, {}), Job(0, {})])
    assert next(iter(runs)).number == 0

    several.close()

    assert [thread.is_alive() for thread in several._threads] == [False, False]
    assert [supervisor.is_closed for supervisor in supervisors] == [True, True]
