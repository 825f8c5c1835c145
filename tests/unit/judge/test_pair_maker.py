"""A submission that is over its time is asked where it is, and believed in nothing else."""

import os
from collections.abc import Callable

import pytest

from grader.judge.events import Ended, Event, Finished, Placed, Started, write_event
from grader.judge.pair_maker import Pair
from grader.judge.supervision import PairOutcome
from grader.model.course import Limits
from tests.unit.judge.builders import a_case, a_result

CASE = a_case("one")
PLACE = Placed("sums.py", 4)


class Asked:
    """A jailed child that does nothing until it is asked where it is."""

    pid = 0
    printed: tuple[int, ...] = ()

    def __init__(self, answer: Callable[[], None]) -> None:
        self.ask_where = answer

    def cpu_seconds(self) -> float:
        return 0.0

    def kill(self) -> None: ...


def outcome_of(*answers: Event) -> PairOutcome:
    """Watch a case that hangs, with what its examiner tells once the child was asked."""
    events, writing = os.pipe()

    def answer() -> None:
        for event in answers:
            write_event(writing, event)

    write_event(writing, Started(CASE.id))
    child = Asked(answer)
    limits = Limits(seconds_per_case=0.01, wall_multiple=1)
    pair = Pair(child, os.getpid(), events, limits)  # type: ignore[arg-type] # a fake
    outcome = pair.watch(float("inf"), {})
    os.close(writing)
    return outcome


@pytest.fixture(autouse=True)
def nobody_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The examiner of these pairs is this process."""
    monkeypatch.setattr(os, "kill", lambda *_: None)


@pytest.mark.parametrize(
    "answers",
    [
        (PLACE,),
        (Finished("breach", ""), PLACE),
        (Ended(a_result("one")), PLACE, Finished("done", "")),
    ],
)
def test_only_the_place_is_heard(answers: tuple[Event, ...]) -> None:
    """Whatever else comes after the limit, the case is the one that hung."""
    outcome = outcome_of(*answers)

    assert (outcome.why, outcome.running, outcome.results) == ("timed_out", CASE.id, [])
    assert outcome.place == ("sums.py", 4)
    assert outcome.finished is None
