"""Claims about handing out submissions to workers."""

import socket
from typing import Any

import pytest

from grader.judge import pool
from grader.judge.jobs import Job, Run, Trying, send
from grader.judge.stage import Stage
from grader.model.course import Limits

STAGE = Stage("hidden", "sums", {}, (), "none", "cache", Limits())


class _Answering:
    """Stands for a worker process: the first that is made answers at once, the others never."""

    made: list["_Answering"]

    def __init__(self, _stage: Stage) -> None:
        self.connection, self._theirs = socket.socketpair()
        self.job: Job | None = None
        self.ended: list[bool] = []  # whether at once
        self.others_hung_up = False  # as far as it is seen from here, when it is waited for
        if not self.made:
            send(self._theirs, Trying("test_sums.py::slow"))
            send(self._theirs, Run(0))
        self.made.append(self)

    def hang_up(self, _at_once: bool = False) -> None:
        """Note that it may end."""
        self.connection.close()

    def close(self, at_once: bool = False) -> None:
        """Note how it is ended."""
        self.ended.append(at_once)
        self.others_hung_up = all(one.connection.fileno() < 0 for one in self.made)
        self.connection.close()
        self._theirs.close()


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Give the workers that were made."""
    monkeypatch.setattr(_Answering, "made", [], raising=False)
    monkeypatch.setattr(pool, "Worker", _Answering)
    return _Answering.made


def test_a_worker_whose_run_nobody_waits_for_is_ended_at_once(workers: list[Any]) -> None:
    """One that has answered stays for the next jobs."""
    several = pool.Pool(STAGE, 2)
    runs = several.judge([Job(0, {}), Job(1, {})])
    assert next(iter(runs)).number == 0

    runs.close()  # type: ignore[attr-defined] # judge is a generator

    assert [worker.ended for worker in workers] == [[], [True]]
    several.close()
    assert [worker.ended for worker in workers] == [[False], [True]]


def test_workers_end_side_by_side(workers: list[Any]) -> None:
    """None is waited for before all of them may end."""
    with pool.Pool(STAGE, 3):
        pass

    assert [worker.others_hung_up for worker in workers] == [True, True, True]


@pytest.mark.usefixtures("workers")
def test_whoever_waits_is_told_which_case_takes_its_time() -> None:
    """What a worker says before its run is passed on, and the run is waited for."""
    one, told = pool.Pool(STAGE, 1), list[str]()
    one.on_case = told.append

    runs = list(one.judge([Job(0, {}, tells=True)]))

    assert ([run.number for run in runs], told) == ([0], ["test_sums.py::slow"])
    one.close()


def test_a_worker_has_its_next_job_before_its_run_is_looked_at(workers: list[Any]) -> None:
    """It works on while a report is made of what it has found."""
    one = pool.Pool(STAGE, 1)
    runs = one.judge([Job(0, {}), Job(1, {})])

    assert next(iter(runs)).number == 0

    assert workers[0].job == Job(1, {})
    one.close()
