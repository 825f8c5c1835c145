"""Claims about handing out submissions to workers."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.jail.spec import JailSpec
from grader.judge import pool
from grader.judge.conversation_cache import KeptConversations
from grader.judge.conversations import Row
from grader.judge.jobs import Job, Learn, Run, Trying, Unjudged, receive_answer, send
from grader.judge.opening import Opening, Openings
from grader.judge.stage import Stage
from grader.model.course import Limits
from tests.unit.judge.builders import a_case, knowledge_of

STAGE = Stage("hidden", "sums", {}, (), "none", "cache", Limits())


class _Answering:
    """Stands for a worker process: the first that is made answers at once, the others never."""

    made: list["_Answering"]

    def __init__(self, stage: Stage, started: object = None) -> None:
        self.stage = stage
        self.started = started
        self.connection, self._theirs = socket.socketpair()
        self.job: Job | None = None
        self.told = 0
        self.examines, self.since = False, 0.0
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


def test_workers_that_were_started_before_are_used(workers: list[Any]) -> None:
    """Only as many more are started as are missing."""
    before: Any = object()
    with pool.Pool(STAGE, 2, started=[before]):
        pass

    assert [worker.started for worker in workers] == [before, None]


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


class _Returning(_Answering):
    """Stands for a worker that gives back what it may; of slow ones the first never answers."""

    is_slow = False

    def __init__(self, stage: Stage, started: object = None) -> None:
        super().__init__(stage, started)
        while len(self.made) == 1 and not isinstance(receive_answer(self.connection), Run):
            """What the first of them says at once is no answer to anything."""

    @property
    def job(self) -> Job | None:
        """What it does."""
        return self._job

    @job.setter
    def job(self, job: Job | None) -> None:
        self._job = job
        if job is not None and job.may_return:
            send(self._theirs, Unjudged(job.number))
        elif job is not None and (not self.is_slow or all(one.examines for one in self.made)):
            send(self._theirs, Run(job.number))


@pytest.mark.parametrize(
    ("jobs", "is_slow", "helps_after", "judged"),
    [(40, False, 100.0, 40), (40, True, 100.0, 39), (4, True, 0.05, 3)],
    ids=["little", "much", "slow"],
)
def test_little_that_is_new_is_left_to_one_worker(
    jobs: int, is_slow: bool, helps_after: float, judged: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It alone loads pytest then; where it falls behind another helps, and nothing is lost."""
    made: list[_Returning] = []
    monkeypatch.setattr(_Answering, "made", made, raising=False)
    monkeypatch.setattr(_Returning, "is_slow", is_slow)
    monkeypatch.setattr(pool, "_SLOW", helps_after)
    monkeypatch.setattr(pool, "Worker", _Returning)
    several = pool.Pool(STAGE, 2)
    several.start()
    runs = several.judge([Job(n, {}, known="follow") for n in range(jobs)])

    numbers = {run.number for run in islice(runs, judged)}

    assert len(numbers) == judged
    assert sum(one.examines for one in made) == 1 + is_slow
    runs.close()  # type: ignore[attr-defined] # judge is a generator
    several.close()


class _Early:
    """Stands for a jail that is begun early: knows what the submission 0 comes to."""

    made: list["_Early"]

    def __init__(self, _spec: JailSpec) -> None:
        self.is_closed = False
        self.made.append(self)

    def judge(self, _stage: Stage, job: Job, _learn: Learn, _rows: list[Row]) -> Run | Job:
        """Know one submission."""
        return (
            Run(0, printed="known")
            if job.number == 0
            else msgspec.structs.replace(job, known="grow")
        )

    @contextmanager
    def handed_over(self, stage: Stage) -> Iterator[Stage]:
        """Give the stage of a worker that goes on with the jail."""
        yield msgspec.structs.replace(stage, scratch="the jail's")

    def close(self) -> None:
        """Note that the jail ends."""
        self.is_closed = True


@pytest.fixture
def jails(monkeypatch: pytest.MonkeyPatch) -> list[_Early]:
    """Give the jails that were begun early."""
    monkeypatch.setattr(_Early, "made", [], raising=False)
    monkeypatch.setattr(pool, "EarlyJail", _Early)
    return _Early.made


@pytest.fixture
def asking(workers: list[Any], jails: list[_Early], tmp_path: Path) -> Iterator[pool.Pool]:
    """Give a pool that asks first, and has learned its lesson."""
    kept = KeptConversations(tmp_path / "sums.known")
    kept.take([], (), contradicts=False, openings=Openings(Opening(b"functions", [], b"begin")))
    one = pool.Pool(STAGE, 1, asks_first=True)
    one.remember(kept)
    one.learn(knowledge_of(a_case("one")))
    one.start()
    yield one
    one.close()


def test_who_is_known_needs_no_worker(
    workers: list[Any], jails: list[_Early], asking: pool.Pool
) -> None:
    """The pool itself asks a single submission, in a jail that it has begun."""
    runs = list(asking.judge([Job(0, {}, known="follow")]))

    assert ([run.printed for run in runs], workers) == (["known"], [])
    asking.close()
    assert [jail.is_closed for jail in jails] == [True]


def test_a_new_answer_is_judged_from_the_start(
    workers: list[Any], jails: list[_Early], asking: pool.Pool
) -> None:
    """A worker goes on with the jail, and asks nothing along what is known."""
    _ = next(iter(asking.judge([Job(1, {}, known="follow")])))

    assert [(one.stage.scratch, one.job) for one in workers] == [("the jail's", None)]
    assert [jail.is_closed for jail in jails] == [False]


def test_a_single_worker_goes_on_with_a_jail_begun_before_it(
    workers: list[Any], jails: list[_Early]
) -> None:
    """The jail starts while the worker loads; of several workers each begins its own."""
    with pool.Pool(STAGE, 1), pool.Pool(STAGE, 2):
        pass

    assert [one.stage.scratch for one in workers] == ["the jail's", "", ""]
    assert [jail.is_closed for jail in jails] == [True]


def test_a_jail_that_was_begun_before_is_used_and_closed(
    workers: list[Any], jails: list[_Early]
) -> None:
    """No other is begun for a single worker; where there are several it is left alone."""
    begun: Any = _Early(STAGE.jail_spec())

    with pool.Pool(STAGE, 2, jail=begun):
        pass
    was_closed = begun.is_closed
    with pool.Pool(STAGE, 1, jail=begun):
        pass

    assert [one.stage.scratch for one in workers] == ["", "", "the jail's"]
    assert (jails, was_closed, begun.is_closed) == ([begun], False, True)


@pytest.mark.usefixtures("workers")
def test_a_jail_that_was_lent_ends_with_its_worker(jails: list[_Early]) -> None:
    """What a submission does there goes on for nobody; the next worker begins a jail of its own."""
    with pool.Pool(STAGE, 1) as one:
        runs = one.judge([Job(0, {}), Job(1, {})])
        next(iter(runs))
        (jail,) = jails
        was_closed = jail.is_closed

        runs.close()  # type: ignore[attr-defined] # judge is a generator

        assert (was_closed, jail.is_closed) == (False, True)


NOT_ASKED_FIRST = {
    "a class": [Job(0, {}, known="follow"), Job(1, {}, known="follow")],
    "one whose cases are always run": [Job(0, {})],
}


@pytest.mark.parametrize("jobs", NOT_ASKED_FIRST.values(), ids=NOT_ASKED_FIRST)
def test_all_others_are_a_workers(jobs: list[Job], workers: list[Any], asking: pool.Pool) -> None:
    """What is known decides nothing here."""
    run = next(iter(asking.judge(jobs)))

    assert (run.printed, len(workers)) == ("", 1)


def test_a_worker_has_its_next_job_before_its_run_is_looked_at(workers: list[Any]) -> None:
    """It works on while a report is made of what it has found."""
    one = pool.Pool(STAGE, 1)
    runs = one.judge([Job(0, {}), Job(1, {})])

    assert next(iter(runs)).number == 0

    assert workers[0].job == Job(1, {}, has_others=True)
    one.close()
