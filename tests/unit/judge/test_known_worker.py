"""What is known is judged without an examiner; at the first new answer a worker goes on."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from grader.bridge.contract import Contract
from grader.errors import JailError
from grader.judge.conversation_memory import Followed
from grader.judge.conversations import Over, first_key, rows_of
from grader.judge.fair_calls import FairCall
from grader.judge.jobs import (
    Grow,
    Job,
    Knowledge,
    Learn,
    Order,
    Run,
    Unjudged,
    receive_answer,
    send,
)
from grader.judge.known_worker import KnownWorker, Left
from grader.judge.opening import Opening, Openings
from grader.judge.stage import Stage
from grader.judge.supervision import Spent
from grader.model.course import Limits
from grader.wire.channel import Channel, ChannelClosed, framed
from grader.wire.tape import Turn
from grader.wire.values import Box, Message, encode
from tests.unit.judge.builders import a_case, a_result, knowledge_of

SOURCES = {"sums.py": b"def add(): ..."}
BEGIN = Message(0, 3, "begin", [Box("dict", 9, []), "seed", ""], {}, [], [], [], [], {})
OPENING = Opening(b"functions", [], encode(BEGIN))
STAGE = Stage("hidden", "sums", {}, (), "reduced", "cache", Limits(seconds_per_case=2.0))
TURNS = [Turn("", b"", b"begun"), Turn("one", b"1 + 1", b"2")]
RESULT = a_result("one")
ROWS = rows_of(first_key(SOURCES, None), TURNS, Over((RESULT,), "said"))
JOB = Job(7, SOURCES, known="follow")


@dataclass
class Children:
    """Children that answer what they are told to, each on a thread."""

    answers: list[bytes]
    fails: bool = False
    did: list[str] = field(default_factory=list)
    ends: list[socket.socket] = field(default_factory=list)

    def ready(self, _opening: Opening) -> Any:
        """Have one at work."""
        self.did.append("ready")
        if self.fails:
            raise JailError("It answers otherwise.")
        ours, theirs = socket.socketpair()
        self.ends += [ours, theirs]
        threading.Thread(target=self._answer, args=(Channel(theirs),), daemon=True).start()
        return self._child(ours)

    def take(self, _opening: Opening) -> Any:
        """Note that it is nobody's any more."""
        self.did.append("take")
        return self._child(self.ends[-2])

    def open(self) -> Any:
        """Have none."""
        self.did.append("open")
        raise JailError("It broke down.")

    def discard(self) -> None:
        """Note that the one that waits is ended."""
        self.did.append("discard")

    def tidy(self) -> None:
        """Note that nothing may be left."""
        self.did.append("tidy")

    def close(self) -> None:
        """Note that the jail ends."""
        self.did.append("close")

    def _child(self, ours: socket.socket) -> Any:
        return SimpleNamespace(
            channel=ours, printed=(), cpu_seconds=lambda: 0.0, kill=lambda: None, pid=os.getpid()
        )

    def _answer(self, channel: Channel) -> None:
        for answer in self.answers:
            try:
                channel.receive()
                channel.send(answer)
            except ChannelClosed:
                return


def knowledge(**more: Any) -> Knowledge:
    """Know a lesson of one case."""
    known = knowledge_of(a_case("one"), **more)
    known.contract = Contract(asks_plainly=True)
    return known


Serve = Callable[..., tuple[Left | None, list[Any]]]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Have orders carried out until the pool hangs up; give what is left and what was told."""
    opened: list[socket.socket] = []

    def served(children: Children, *orders: Order) -> tuple[Left | None, list[Run | Unjudged]]:
        ours, theirs = socket.socketpair()
        opened.extend((ours, theirs))
        for order in orders:
            send(ours, order)
        ours.shutdown(socket.SHUT_WR)
        left = KnownWorker(STAGE, children).serve(theirs)  # type: ignore[arg-type]
        theirs.close()
        told = []
        while isinstance(run := receive_answer(ours), Run | Unjudged):
            told.append(run)
        opened.extend(children.ends)
        return left, told

    yield served
    for one in opened:
        one.close()


LEARN = Learn(knowledge(), Openings(OPENING))


def test_known_answers_are_judged(serve: Serve) -> None:
    """What came of them before is told, and only then is the next child made ready."""
    children = Children([b"begun", b"2"])

    left, (run,) = serve(children, LEARN, Grow(ROWS), JOB)

    assert left is None
    assert (run.number, run.printed, run.isolation) == (7, "said", "reduced")
    assert [msgspec.structs.replace(one, seconds=0.0) for one in run.results.values()] == [RESULT]
    assert run.used == [row.key for row in ROWS]
    assert children.did == ["ready", "take", "tidy", "ready"]


def test_who_leaves_what_is_known_is_gone_on_with(serve: Serve) -> None:
    """The child waits where it is, and whoever goes on is told what was said and heard."""
    children = Children([b"begun", b"3"])

    left, told = serve(children, LEARN, Grow(ROWS), JOB)

    assert left is not None
    assert left.way is not None
    assert (told, left.orders, left.run) == ([], [LEARN, JOB], None)
    assert left.way.said.endswith(framed(b"1 + 1"))
    assert bytes(left.way.heard) == framed(b"begun") + framed(b"3")
    assert "take" not in children.did


def test_a_new_answer_may_be_given_back(serve: Serve) -> None:
    """The child is ended, and the next submission judged; none is learned with pytest."""
    children = Children([b"begun", b"3"])
    job = msgspec.structs.replace(JOB, may_return=True)

    left, told = serve(children, LEARN, Grow(ROWS), job)

    assert (left, told) == (None, [Unjudged(7)])
    assert children.did == ["ready", "discard", "tidy", "ready"]


def test_a_job_that_nobody_tried_is_not_given_back(serve: Serve) -> None:
    """Whoever got it would only give it back again."""
    job = msgspec.structs.replace(JOB, known="", may_return=True)

    left, told = serve(Children([]), LEARN, job)

    assert left is not None
    assert (told, left.orders) == ([], [LEARN, job])


NOT_ASKED = {
    "learning": [msgspec.structs.replace(JOB, known="", is_recording=True)],
    "a lesson without an opening": [Learn(knowledge())],
    "a job whose cases are always run": [LEARN, msgspec.structs.replace(JOB, known="")],
    "a job that adds": [LEARN, msgspec.structs.replace(JOB, known="grow")],
}


@pytest.mark.parametrize("orders", NOT_ASKED.values(), ids=NOT_ASKED)
def test_all_else_is_left(orders: list[Order], serve: Serve) -> None:
    """What needs an examiner is not begun."""
    left, told = serve(Children([]), *orders)

    assert left is not None
    assert (told, left.orders, left.way, left.run) == ([], orders, None, None)


def test_an_example_is_left_to_look_for(serve: Serve) -> None:
    """What became of the cases is known then, and is not judged again."""
    fair = [FairCall("add", None, 1, "add()")]
    orders = [
        Learn(knowledge(fair=fair), Openings(OPENING)),
        msgspec.structs.replace(JOB, with_example=True),
    ]

    left, told = serve(Children([b"begun", b"2"]), orders[0], Grow(ROWS), orders[1])

    assert left is not None
    assert left.run is not None
    assert (told, left.orders, list(left.run.results)) == ([], orders, [RESULT.id])


def test_a_jail_that_breaks_down_for_an_example_costs_no_verdict(serve: Serve) -> None:
    """What became of the cases stands; whoever goes on makes a new jail."""
    children = Children([b"begun", b"2"])
    known = knowledge(fair=[FairCall("add", None, 1, "add()")])
    learn = Learn(known, Openings(OPENING, OPENING))
    job = msgspec.structs.replace(JOB, with_example=True)

    left, told = serve(children, learn, Grow(ROWS), job)

    assert left is not None
    assert left.run is not None
    assert (told, left.orders, list(left.run.results)) == ([], [learn, job], [RESULT.id])
    assert children.did[-2:] == ["open", "close"]


def test_an_opening_that_is_not_held_is_not_kept(serve: Serve) -> None:
    """Whoever goes on learns anew how conversations begin, in a jail of its own."""
    children = Children([], fails=True)

    left, _ = serve(children, LEARN, Grow(ROWS), JOB)

    assert left is not None
    assert left.orders == [Learn(LEARN.knowledge), JOB]
    assert children.did[-1] == "close"


def test_no_clock_runs_while_pytest_is_loaded() -> None:
    """Neither that of the case nor that of the submission."""
    way = Followed(begun=[Spent("one", 0.5, 100.0)])
    children: Any = Children([])
    left = Left(children, children, [], way, used=3.0, left_at=102.0)

    began = left.go_on(110.0)

    assert (began, way.begun) == (107.0, [Spent("one", 0.5, 108.0)])
