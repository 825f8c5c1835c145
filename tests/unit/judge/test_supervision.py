"""A pair is watched by clocks that stand still while its machine is busy, though not for ever."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from grader.judge import supervision
from grader.judge.events import EventReader, Started, write_event
from grader.judge.submission_run import Chosen, judge_in_pairs
from grader.judge.supervision import PairOutcome, WaitingClock, Watch
from grader.model.course import Limits
from tests.unit.judge.builders import ScriptedPairs, a_case, knowledge_of

CASE = a_case("one")


class Idle:
    """A jailed child that prints nothing, and waits for a core whenever it is looked at."""

    def __init__(self, processes: Path, waits: int) -> None:
        self.pid = os.getpid()
        self.printed: tuple[int, ...] = ()
        self.is_killed = False
        self.told: list[str] = []
        self._told = processes / str(self.pid) / "task" / "1" / "schedstat"
        self._told.parent.mkdir(parents=True)
        self._waits, self._waited = waits, 0

    def cpu_seconds(self) -> float:
        self._waited += self._waits
        self._told.write_text(f"0 {self._waited} 0\n", encoding="ascii")
        return 0.0

    def kill(self) -> None:
        self.is_killed = True


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Give a pipe of events whose writer stays."""
    reading, writing = os.pipe()
    yield reading, writing
    os.close(writing)  # the watch closes the other


Watched = Callable[[int, Limits], tuple[PairOutcome, Idle]]


@pytest.fixture
def watched(pipe: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    """Watch a case that begins and does nothing any more but to wait, as its kernel tells."""
    monkeypatch.setattr(supervision, "WaitingClock", partial(WaitingClock, processes=tmp_path))
    monkeypatch.setattr(supervision, "_STARVED_SECONDS", 0.0)

    def watched(waits: int, limits: Limits) -> tuple[PairOutcome, Idle]:
        child: Any = Idle(tmp_path, waits)
        write_event(pipe[1], Started(CASE.id))
        watch = Watch(child, pipe[0], EventReader(), limits)
        watch.tell = child.told.append
        return watch.watch(float("inf"), {}), child

    return watched


def test_who_sleeps_is_stopped(watched: Watched) -> None:
    """Without a wait for a core the wall clock runs, and stops whom it should, once named."""
    outcome, child = watched(0, Limits(seconds_per_case=0.05, wall_multiple=1))

    assert (outcome.why, outcome.running, outcome.fault) == ("timed_out", CASE.id, None)
    assert child.told == [CASE.id]
    assert child.is_killed


def test_a_starved_machine_gives_up_at_its_own_cost(watched: Watched) -> None:
    """A case that the machine lets wait without end is our fault, and costs no point."""
    outcome, child = watched(10**15, Limits(seconds_per_case=0.01, wall_multiple=1000))
    run = judge_in_pairs(ScriptedPairs(outcome), knowledge_of(CASE), Limits(), Chosen())

    assert child.is_killed
    assert run.verdict == "grader_fault"
    assert run.fault == "this machine is too busy: a case waited too long for a core"
    assert run.results == {}
