"""A channel goes on where another process left off, and keeps what is said."""

import socket
from collections.abc import Iterator

import pytest

from grader.wire import tape
from grader.wire.channel import Channel, ChannelClosed, framed
from grader.wire.tape import TapedChannel, Turn


@pytest.fixture
def ends() -> Iterator[tuple[TapedChannel, Channel]]:
    """Connect a taped channel with a plain one."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield TapedChannel(ours), Channel(theirs)


Ends = tuple[TapedChannel, Channel]


def test_turns_are_kept_with_the_case_that_asked(ends: Ends) -> None:
    """Each question stands with its one answer."""
    taped, other = ends
    for case in ("one", "two"):
        taped.case = case
        taped.send(b"q" + case.encode())
        other.send(b"a" + case.encode())
        taped.receive()

    assert taped.turns == [Turn("one", b"qone", b"aone"), Turn("two", b"qtwo", b"atwo")]
    assert taped.is_whole


def test_what_was_said_is_not_said_again(ends: Ends) -> None:
    """What another process sent is taken as sent, down to a part of a frame; the rest goes out."""
    taped, other = ends
    ours = taped._connection
    taped.go_on(ours, framed(b"first") + framed(b"second")[:3], framed(b"answer")[:5])

    taped.send(b"first")
    other._connection.sendall(framed(b"answer")[5:])
    answer = taped.receive()
    taped.send(b"second")

    assert answer == b"answer"
    assert other._connection.recv(100) == framed(b"second")[3:]
    assert not taped.has_strayed


def test_who_says_something_else_has_strayed(ends: Ends) -> None:
    """Other words than those that were sent reach nobody."""
    taped, other = ends
    taped.go_on(taped._connection, framed(b"first"), b"")

    with pytest.raises(ChannelClosed):
        taped.send(b"other")

    assert taped.has_strayed
    assert not other.has_waiting()


def test_who_says_less_has_strayed(ends: Ends) -> None:
    """That is no fault of whoever answered what was said beyond it."""
    taped, _ = ends
    taped.go_on(taped._connection, framed(b"first") + framed(b"second"), framed(b"answer") * 2)

    taped.send(b"first")
    taped.receive()
    assert not taped.has_strayed
    taped.end()

    assert taped.has_strayed


def test_what_nobody_has_read_is_waiting(ends: Ends) -> None:
    """An answer too many is seen, whoever heard it."""
    taped, _ = ends
    assert not taped.has_waiting()

    taped.go_on(taped._connection, b"", b"x")

    assert taped.has_waiting()


@pytest.mark.parametrize("said", [[b"told", b"answer"], [b"long answer"]])
def test_what_is_no_plain_turn_is_not_kept(
    ends: Ends, said: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two frames for a question, or one beyond what is worth keeping, leave nothing."""
    monkeypatch.setattr(tape, "_MOST_BYTES", len(b"questiontoldnextanswer"))
    taped, other = ends
    taped.begin_tape()
    taped.send(b"question")
    for data in said:
        other.send(data)
        taped.receive()
    taped.send(b"next")
    other.send(b"answer")
    taped.receive()

    assert not taped.is_whole
    assert taped.turns == []
