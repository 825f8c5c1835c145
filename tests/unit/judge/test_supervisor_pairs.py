"""A submission over its time is asked where it is; what a child held is let go of."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.border.contract import Contract
from grader.cases.events import Ended, Finished, Started, write_event
from grader.errors import JailError
from grader.judge.jobs import Drawn, Event, Met, Placed, Recorded, Run
from grader.judge.pair import Pair, PairEnd
from grader.judge.stage import Stage
from grader.judge.supervisor import Supervisor
from grader.model.course import Limits
from tests.unit.judge.builders import a_case, a_result

CASE = a_case("one")
PLACE = Placed("sums.py", 4)
STAGE = Stage("hidden", "sums", {}, (), "none", "cache", Limits())


class Asked:
    """A jailed child that does nothing until it is asked where it is."""

    pid = 0
    printed: tuple[int, ...] = ()

    def __init__(self, answer: Callable[[], None]) -> None:
        self.ask_where = answer

    def cpu_seconds(self) -> float:
        return 0.0

    def kill(self) -> None: ...


def end_of(run: Run, *answers: Event) -> PairEnd:
    """Watch a case that hangs, with what its examiner tells once the child was asked."""
    events, writing = os.pipe()

    def answer() -> None:
        for event in answers:
            write_event(writing, event)

    write_event(writing, Started(CASE.id))
    child: Any = Asked(answer)
    limits = Limits(seconds_per_case=0.01, wall_multiple=1)
    pair = Pair(child, child, events, limits)
    end = pair.watch(run, float("inf"), [CASE.id], {})
    os.close(writing)
    return end


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
    run = Run(0)
    end = end_of(run, *answers)

    assert (end.why, end.running, end.ended) == ("timed_out", CASE.id, [])
    assert end.place == ("sums.py", 4)
    assert run == Run(0)


class Over:
    """A child that is over, and cannot be ended."""

    is_closed = False

    def finish(self, _seconds: float) -> None:
        """Meet a jail that broke down."""
        raise JailError("It broke down.")

    def close(self) -> None:
        """Note that nothing is held any more."""
        self.is_closed = True


@pytest.fixture
def supervisor() -> Any:
    """Hold a child that is over."""
    made: Any = Supervisor(STAGE)
    made._over = Over()
    return made


def test_a_child_that_cannot_be_ended_is_closed(supervisor: Any) -> None:
    """Its pipes are open for as long as the grader lives otherwise."""
    over = supervisor._over

    with pytest.raises(JailError):
        supervisor.tidy()

    assert over.is_closed


@pytest.mark.parametrize("event", [Drawn(), Recorded(Contract())])
def test_what_is_told_of_the_reference_is_told_of_no_submission(event: Event) -> None:
    """A call that begins would be given time anew, and what is recorded has no bound."""
    events, writing = os.pipe()
    for one in (Met(), Started(CASE.id), event):
        write_event(writing, one)
    os.close(writing)
    child: Any = Asked(lambda: None)
    pair = Pair(child, child, events, Limits())

    end = pair.watch(Run(0), float("inf"), [CASE.id], {})

    assert (end.why, end.running) == ("died", CASE.id)
    assert end.fault is not None


def test_copies_are_emptied_however_deep_they_are(tmp_path: Path) -> None:
    """An examiner may leave folders within folders, more than Python calls can nest."""
    supervisor = Supervisor(msgspec.structs.replace(STAGE, folder=str(tmp_path)))
    (tmp_path / "copies").mkdir()
    here = os.open(tmp_path / "copies", os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)

    supervisor.write_copies({"sums.py": b"x = 1"})

    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["sums.py"]
