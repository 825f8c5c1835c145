"""A worker replaces a jail with all that was made for it."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.errors import JailError
from grader.judge.fair_calls import FairCall
from grader.judge.jobs import Job
from grader.judge.stage import Stage
from grader.judge.supervision import PairOutcome
from grader.judge.worker import Worker
from grader.model.course import Limits
from tests.unit.judge.builders import a_case, a_result, a_run, knowledge_of

SOURCES = {"sums.py": b"def add(): ..."}
STAGE = Stage("hidden", "sums", {}, (), "reduced", "cache", Limits(seconds_per_case=2.0))


class Pairs:
    """Keeps what was done, and lets every pair come to the next of some ends."""

    def __init__(self, copies: Path, *ends: str) -> None:
        self.copies = copies
        self._ends = [*ends]
        self.did: list[str] = []

    def tidy(self) -> None:
        """Note that nothing may be left."""
        self.did.append("tidy")

    def close(self) -> None:
        """Note that the jail ends, and the examiners' with it."""
        self.did.append("close")

    def run(self, work: Any, _deadline: float, _cases: Any = None) -> PairOutcome:
        """Judge; raises JailError where no end is left."""
        self.did.append(work.func.__name__)
        if not self._ends:
            raise JailError("It broke down.")
        outcome = PairOutcome()
        outcome.why = self._ends.pop(0)
        return outcome


@pytest.fixture
def worker(tmp_path: Path) -> Callable[..., Any]:
    """Make workers that have begun nothing; their pairs come to these ends."""

    def make(*ends: str) -> Any:
        pairs: Any = Pairs(tmp_path / "copies", *ends)
        made: Any = Worker(socket.socket(), STAGE, pairs)
        made._connection.close()
        return made

    return make


class Warm:
    """Stands for cases collected in advance."""

    def examine(self, *_: Any) -> None:
        """Never run."""


def test_who_does_not_fit_is_judged_afresh(worker: Callable[..., Any]) -> None:
    """Where cases collected in advance cannot be bound, they are collected again."""
    made = worker("unbound", "done")
    made._warm = Warm()

    outcome = made._pair(Job(1, SOURCES), SOURCES, knowledge_of(a_case("one")), None, 0.0)

    assert outcome.why == "done"
    assert made._pairs.did == ["tidy", "examine", "tidy", "examine_afresh"]


def test_a_jail_that_breaks_down_takes_the_examiners_along(worker: Callable[..., Any]) -> None:
    """What confines them names folders of that jail, which the next one makes anew."""
    made = worker()
    knowledge = knowledge_of(a_case("one"))
    knowledge.fair = [FairCall("add", b"", 1, "add()")]
    run = a_run(a_result("one"))

    found = made._example(Job(1, SOURCES, with_example=True), SOURCES, knowledge, run)

    assert (found, made._pairs.did) == (None, ["tidy", "find_difference", "close"])
