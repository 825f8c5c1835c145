"""What a child is told before there is a submission, and what it has to answer."""

import socket
from types import SimpleNamespace

import pytest

from grader.judge.opening import Opening
from grader.wire.channel import framed
from grader.wire.tape import Turn
from grader.wire.values import Message, encode

BEGIN = Message(0, 3, "begin", [], {}, [], [], [], [], {})
OPENING = Opening(b"functions", [Turn("", b"1 + 1", b"2")], encode(BEGIN))


@pytest.mark.parametrize(
    ("answered", "is_held"),
    [
        (framed(b"2"), True),
        (framed(b"3"), False),
        (framed(b"2") + framed(b"unasked"), False),
        (framed(b"2")[:-1], False),
    ],
)
def test_an_opening_is_held(answered: bytes, is_held: bool) -> None:
    """A child that answers otherwise, less or more than the one before it is not used."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(answered)
        if not is_held:
            theirs.shutdown(socket.SHUT_WR)
        child = SimpleNamespace(channel=ours)

        held = OPENING.is_held_with(child)  # type: ignore[arg-type] # all that is asked of one

    assert held == is_held
