"""A pair is watched by clocks that stand still while its machine is busy, though not for ever."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from grader.cases.events import (
    CaseEvent,
    CaseResult,
    Collected,
    Ended,
    Finished,
    Started,
    write_event,
)
from grader.judge import pair as watching
from grader.judge.jobs import Job, Run
from grader.judge.pair import Pair, PairEnd, WaitingClock
from grader.model.course import Limits
from tests.unit.judge.builders import (
    ScriptedPair,
    ScriptedPairs,
    a_case,
    judge_in_pairs,
    knowledge_of,
)

CASE = a_case("one")


class Idle:
    """A jailed child that prints nothing, and waits for a core whenever it is looked at."""

    def __init__(self, processes: Path, waits: int) -> None:
        self.pid = os.getpid()
        self.printed: tuple[int, ...] = ()
        self.is_killed = False
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


Watched = Callable[[int, Limits], tuple[PairEnd, Idle]]


@pytest.fixture
def watched(pipe: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    """Watch a case that begins and does nothing any more but to wait, as its kernel tells."""
    monkeypatch.setattr(watching, "WaitingClock", partial(WaitingClock, processes=tmp_path))
    monkeypatch.setattr(watching, "_STARVED_SECONDS", 0.0)

    def watched(waits: int, limits: Limits) -> tuple[PairEnd, Idle]:
        child: Any = Idle(tmp_path, waits)
        write_event(pipe[1], Started(CASE.id))
        pair = Pair(child, None, pipe[0], limits)
        return pair.watch(Run(0), float("inf"), [CASE.id], {}), child

    return watched


def test_who_sleeps_is_stopped(watched: Watched) -> None:
    """Without a wait for a core the wall clock runs, and stops whom it should."""
    outcome, child = watched(0, Limits(seconds_per_case=0.05, wall_multiple=1))

    assert (outcome.why, outcome.running, outcome.fault) == ("timed_out", CASE.id, None)
    assert child.is_killed


def test_a_starved_machine_gives_up_at_its_own_cost(watched: Watched) -> None:
    """A case that the machine lets wait without end is our fault, and costs no point."""
    outcome, child = watched(10**15, Limits(seconds_per_case=0.01, wall_multiple=1000))
    pairs = ScriptedPairs(ScriptedPair(outcome))
    run = judge_in_pairs(pairs, knowledge_of(CASE), Limits(), Job(0, {}))

    assert child.is_killed
    assert run.verdict == "grader_fault"
    assert run.fault == "this machine is too busy: a case waited too long for a core"
    assert run.results == {}


FOUND = Collected([CASE], {}, [])
BEGINS, PASSES = Started(CASE.id), Ended(CaseResult(CASE.id, "passed"))


def watched_to_its_end(
    *events: CaseEvent, cases: list[str] | None, pipe: tuple[int, int], tmp_path: Path
) -> tuple[Run, PairEnd]:
    """Watch what tells these events."""
    for event in events:
        write_event(pipe[1], event)
    child: Any = Idle(tmp_path, 0)
    pair = Pair(child, None, pipe[0], Limits(seconds_per_case=0.05, wall_multiple=1))
    run = Run(0)
    return run, pair.watch(run, float("inf"), cases, {})


@pytest.mark.parametrize("cases", [None, [CASE.id]], ids=["recorded", "known"])
def test_a_run_in_order(cases: list[str] | None, pipe: tuple[int, int], tmp_path: Path) -> None:
    """Cases are collected, begin, end and are over; what is told afterwards is not heard."""
    run, end = watched_to_its_end(
        FOUND, BEGINS, PASSES, Finished("done"), BEGINS, cases=cases, pipe=pipe, tmp_path=tmp_path
    )

    assert (end.why, end.running, end.ended) == ("done", None, [CASE.id])
    assert run.results == {CASE.id: PASSES.result}


OTHER = Started("two"), Ended(CaseResult("two", "passed"))


@pytest.mark.parametrize("cases", [None, [CASE.id]], ids=["recorded", "known"])
@pytest.mark.parametrize(
    "events",
    [
        (FOUND, FOUND),
        (FOUND, PASSES),
        (FOUND, *OTHER),
        (FOUND, BEGINS, BEGINS),
        (FOUND, BEGINS, OTHER[1]),
        (FOUND, BEGINS, PASSES, PASSES),
        (FOUND, BEGINS, PASSES, BEGINS),
        (FOUND, BEGINS, FOUND),
        (FOUND, BEGINS, PASSES, Finished("unbound")),
    ],
)
def test_out_of_turn(
    events: tuple[CaseEvent, ...],
    cases: list[str] | None,
    pipe: tuple[int, int],
    tmp_path: Path,
) -> None:
    """Each known case begins once and ends once, after it began."""
    _, end = watched_to_its_end(*events, cases=cases, pipe=pipe, tmp_path=tmp_path)

    assert end.why == "breach"
    assert "out of turn" in end.detail


def test_what_is_found_later_is_no_case(pipe: tuple[int, int], tmp_path: Path) -> None:
    """A submission adds none to those that are known."""
    more = Collected([CASE, a_case("two")], {}, [])

    _, end = watched_to_its_end(
        more, Started(a_case("two").id), cases=[CASE.id], pipe=pipe, tmp_path=tmp_path
    )

    assert end.why == "breach"


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0, 1e300])
def test_impossible_times(seconds: float, pipe: tuple[int, int], tmp_path: Path) -> None:
    """A time that no clock shows, or that did not go by, is none."""
    ends = Ended(CaseResult(CASE.id, "passed", seconds=seconds))

    run, _ = watched_to_its_end(
        BEGINS, ends, Finished("done"), cases=[CASE.id], pipe=pipe, tmp_path=tmp_path
    )

    assert run.results[CASE.id].seconds == 0.0
