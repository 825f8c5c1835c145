"""A worker goes on where another left off, and replaces a jail with all that was made for it."""

import socket
from pathlib import Path
from typing import Any

import pytest

from grader.errors import JailError
from grader.judge.call_choice import Asked
from grader.judge.conversation_memory import Followed, Remembering
from grader.judge.examination import PairOrder
from grader.judge.fair_calls import FairCall
from grader.judge.jobs import Job
from grader.judge.known_worker import Left
from grader.judge.opening import Opening
from grader.judge.stage import Stage
from grader.judge.supervision import PairOutcome
from grader.judge.worker import Worker
from grader.model.course import Limits
from grader.wire.values import Box, Message, encode

SOURCES = {"sums.py": b"def add(): ..."}
BEGIN = Message(0, 3, "begin", [Box("dict", 9, []), "seed", ""], {}, [], [], [], [], {})
OPENING = Opening(b"functions", [], encode(BEGIN))
STAGE = Stage("hidden", "sums", {}, (), "reduced", "cache", Limits(seconds_per_case=2.0))


def ended(why: str) -> PairOutcome:
    """Make the outcome of a pair that came to this end."""
    outcome = PairOutcome()
    outcome.why = why
    return outcome


class Pairs:
    """Gives one child, and keeps what an examiner is ordered to do."""

    def __init__(self, child: Any, ending: str = "done") -> None:
        self.child = child
        self.ending = ending  # of whoever was got ready
        self.ordered: PairOrder | None = None
        self.did: list[str] = []

    def tidy(self) -> None:
        """Note that nothing may be left."""
        self.did.append("tidy")

    def close(self) -> None:
        """Note that the jail ends, and the examiners' with it."""
        self.did.append("close")

    def take_child(self, _work: Any) -> Any:
        """Give the child."""
        return self.child

    def run_prepared(self, _child: Any, order: PairOrder, *_more: Any) -> PairOutcome:
        """Keep the order."""
        self.ordered = order
        self.did.append("prepared")
        return ended(self.ending)

    def run(self, _work: Any, _deadline: float) -> PairOutcome:
        """Judge by one who collects again."""
        self.did.append("afresh")
        return ended("done")


class BrokenExamples:
    """Cannot have a child."""

    def look(self, *_asked: Any) -> None:
        """Meet a jail that broke down."""
        raise JailError("It broke down.")


class Followers:
    """Two children: one that was asked along what is known, and one that was not."""

    asked, fresh = object(), object()


def worker(folder: Path, pairs: Pairs) -> Any:
    """Make one that has begun nothing."""
    children: Any = None
    made: Any = Worker(socket.socket(), STAGE, folder, Left(children, Remembering(STAGE)))
    made._connection.close()
    made._pairs = pairs
    return made


@pytest.mark.parametrize(
    ("child", "said"), [(Followers.asked, b"asked"), (Followers.fresh, b"")], ids=["same", "fresh"]
)
def test_only_the_child_that_was_asked_is_gone_on_with(
    child: object, said: bytes, tmp_path: Path
) -> None:
    """Where it is gone with its jail, another has heard nothing of what it was asked."""
    pairs = Pairs(child)
    made, warm = worker(tmp_path, pairs), type("Warm", (), {"opening": OPENING})
    asked: Any = Followers.asked
    made._way = Followed(asked, said=bytearray(b"asked"), keys=[b"key"])

    made._pair_ahead(warm, Job(1, SOURCES), SOURCES, None, 0.0)

    order = PairOrder(SOURCES, None, until_failure=False, said=said)
    assert pairs.ordered == order
    assert made._way is None


def test_who_strays_again_is_judged_afresh(tmp_path: Path) -> None:
    """Where cases collected in advance do not fit a second time, they are collected again."""
    pairs = Pairs(Followers.fresh, "strayed")
    made = worker(tmp_path, pairs)
    made._warm, made._rehearsed = type("Warm", (), {"opening": OPENING}), lambda _warm: OPENING
    knowledge: Any = object()

    outcome = made._pair(Job(1, SOURCES, known="follow"), SOURCES, knowledge, None, 0.0)

    assert (outcome.why, pairs.did) == ("done", ["tidy", "prepared", "prepared", "afresh"])


def test_a_jail_that_breaks_down_takes_the_examiners_along(tmp_path: Path) -> None:
    """What confines them names folders of that jail, which the next one makes anew."""
    pairs = Pairs(None)
    made = worker(tmp_path, pairs)
    made._examples = BrokenExamples()

    asked = Asked([FairCall("add", None, 1, "add()")], {})
    found = made._differing(Job(1, SOURCES, known="follow"), SOURCES, asked)

    assert (found, pairs.did) == (None, ["tidy", "close"])
