"""Python's recursion limit is for the code on either side; the wire has room of its own."""

import socket
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from grader.wire.channel import Channel
from grader.wire.conversation import Breach, TooDeep
from grader.wire.cpython import MOST, ROOM, Depth
from grader.wire.link import Link
from grader.wire.values import ASK, MAX_DEPTH, Box, Message, encode

HIGHEST = 2**31 - 1


@pytest.fixture(autouse=True)
def limit() -> Iterator[int]:
    """The limit of this process, which each test gives back."""
    before = sys.getrecursionlimit()
    yield before
    sys.setrecursionlimit(before)


def at_depth(frames: int, do: Callable[[], Any]) -> Any:
    """Do something from so many frames below here."""
    return at_depth(frames - 1, do) if frames else do()


def test_the_wire_has_room_and_gives_it_back(limit: int) -> None:
    """Within a question there is room for ours; after it the limit is what it was."""
    depth = Depth()

    outer = depth.enter()
    within = sys.getrecursionlimit()
    depth.leave(outer)

    assert (within, sys.getrecursionlimit()) == (limit + ROOM, limit)


def test_code_that_is_asked_meanwhile_has_the_limit_of_code(limit: int) -> None:
    """What a callback may use is not the wire's room, and grows little by little."""
    depth = Depth()

    outer = depth.enter()
    lent = depth.lend()
    inner = sys.getrecursionlimit()
    depth.take_back(lent)
    within = sys.getrecursionlimit()
    depth.leave(outer)

    assert limit <= inner < limit + 100
    assert (within, sys.getrecursionlimit()) == (limit + ROOM, limit)


@pytest.mark.parametrize("chosen", [3000, 10**6, HIGHEST, HIGHEST - 1])
def test_a_limit_that_code_sets_stays(limit: int, chosen: int) -> None:
    """A callback or a call that sets the limit has set it for all that follows."""
    depth = Depth()
    depth.begin()

    lent = depth.lend()
    sys.setrecursionlimit(chosen)
    depth.take_back(lent)
    lent = depth.lend()
    found = sys.getrecursionlimit()
    depth.take_back(lent)

    assert chosen - ROOM <= found <= chosen
    assert found == chosen or chosen > HIGHEST - ROOM


def test_questions_in_questions_come_to_an_end(limit: int) -> None:
    """However high the limit, callbacks in callbacks end with a RecursionError."""
    depth = Depth()
    outers = [depth.enter() for _ in range(1)]
    for _ in range(MOST - 1):
        depth.lend()
        outers.append(depth.enter())

    with pytest.raises(RecursionError, match="maximum recursion depth exceeded"):
        depth.enter()

    while outers:
        depth.leave(outers.pop())
    assert sys.getrecursionlimit() == limit


def test_who_is_at_the_limit_cannot_ask(limit: int) -> None:
    """Close to the limit a question is refused, and the limit stays what it was at any depth."""
    depth = Depth()
    answers = set()

    def ask() -> str:
        depth.leave(depth.enter())
        return "asked"

    for frames in range(limit - 300, limit + 20):
        try:
            answers.add(at_depth(frames, ask))
        except RecursionError:
            answers.add("refused")

        assert sys.getrecursionlimit() == limit

    assert answers == {"asked", "refused"}


class Echo(Link):
    """A side that gives back what it is called with."""

    def perform(self, op: str, args: list[Any], named: dict[str, Any]) -> Any:
        return args[0]

    def serve(self) -> None:
        """Answer one question."""
        self.depth.begin()
        self.answer(self.receive())


@pytest.fixture
def ends() -> Iterator[tuple[Link, Echo]]:
    """Both sides of one connection."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Link(Channel(ours), 1), Echo(Channel(theirs), 2)


def test_the_deepest_data_crosses_from_any_depth(ends: tuple[Link, Echo], limit: int) -> None:
    """Data nested as deeply as may be crosses both ways though the code is near its limit."""
    link, echo = ends
    value: list[Any] = []
    for _ in range(MAX_DEPTH - 2):
        value = [value]
    serving = threading.Thread(target=echo.serve)
    serving.start()

    found = at_depth(limit - 200, lambda: link.ask("echo", ((value,),)))
    serving.join()

    assert found[0] is value


encode_value = msgspec.msgpack.Encoder().encode
TIMES = [MAX_DEPTH + 100, MAX_DEPTH * 10]


# from Python 3.12 on what is written in C has more room, and reads the first
@pytest.mark.parametrize("times", TIMES if sys.version_info < (3, 12) else TIMES[1:])
def test_what_is_too_deep_to_read_accuses_nobody(ends: tuple[Link, Echo], times: int) -> None:
    """A frame that Python cannot read for its depth ends the connection by a name of its own."""
    link, other = ends
    whole = encode(Message(ASK, 1, "", ["inmost"], {}, [], [], [], [], {}))
    around, _, rest = encode_value(Box("tuple", 0, ["inmost"])).partition(encode_value("inmost"))
    before, _, after = whole.partition(encode_value("inmost"))
    # put together, since some Pythons cannot write what others can read
    data = before + around * times + encode_value(None) + rest * times + after
    other.channel.send(data)

    with pytest.raises(TooDeep) as told:
        link._perform(link.receive())

    assert isinstance(told.value, Breach)
