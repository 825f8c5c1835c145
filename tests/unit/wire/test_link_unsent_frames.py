"""A message that cannot be sent leaves nothing behind that the other side was never told of."""

import socket
from collections.abc import Iterator

import pytest

from grader.wire.channel import Channel
from grader.wire.link import Link
from grader.wire.values import ASK, Mine, decode


class Own:
    """A class that is introduced when it first crosses."""


@pytest.fixture
def ends() -> Iterator[tuple[Link, Channel]]:
    """One side, and what hears it."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Link(Channel(ours), 1), Channel(theirs)


def test_an_object_of_an_unsent_message_is_described_again(ends: tuple[Link, Channel]) -> None:
    """What was introduced in a message that was given up is introduced in the next."""
    link, other = ends
    deep: list[object] = []
    for _ in range(500):
        deep = [deep]
    link.send(ASK, 1, "call", [Own, deep], {})
    other.receive()

    link.send(ASK, 2, "call", [Own], {})

    [told] = decode(other.receive()).args
    assert isinstance(told, Mine)
    assert told.kind == "class"


def test_what_is_freed_is_told_with_a_message_without_content(
    ends: tuple[Link, Channel],
) -> None:
    """A message that is given up still carries what was let go of."""
    link, other = ends
    kept = [1]
    link.send(ASK, 1, "call", [kept], {})
    other.receive()
    kept.append(2)

    link.send(ASK, 2, "call", [[0] * 1_000_001], {})

    message = decode(other.receive())
    assert [number for number, _ in message.level] == [1]
    assert message.op == ""
