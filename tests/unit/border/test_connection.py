"""Frames over a socket: whole, bounded, and refused where they are none."""

import socket
import struct
import threading
from collections.abc import Iterator

import pytest

from grader.border.connection import (
    ASK,
    MAX_CONTAINERS,
    MAX_FRAME_BYTES,
    Connection,
    ConnectionClosed,
    Frame,
    Malformed,
)

Ends = tuple[Connection, socket.socket]


@pytest.fixture
def ends() -> Iterator[Ends]:
    """Open a connection, and give the other end's bare socket."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Connection(ours), theirs


def test_a_frame_arrives_whole(ends: Ends) -> None:
    """What one end sends the other end reads."""
    ours, theirs = ends
    ours.send(Frame(ASK, "call", [1, "two"]))

    found = Connection(theirs).receive()

    assert (found.operation, found.body) == ("call", [1, "two"])


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x93\x09\xa0\x90", b"\x80", b"\x91" * 5000])
def test_what_is_no_frame_is_refused(data: bytes, ends: Ends) -> None:
    """Bytes that are no frame are refused, and nothing else is raised."""
    ours, theirs = ends
    theirs.sendall(struct.pack("<I", len(data)) + data)

    with pytest.raises(Malformed):
        ours.receive()


def test_a_frame_beyond_the_bound_is_refused_unread(ends: Ends) -> None:
    """The announced size alone refuses it."""
    ours, theirs = ends
    theirs.sendall(struct.pack("<I", MAX_FRAME_BYTES + 1))

    with pytest.raises(Malformed):
        ours.receive()


def test_a_frame_of_too_many_lists_is_refused_undecoded(ends: Ends) -> None:
    """Empty lists take a byte each on the wire, and sixty times as much once they are read."""
    ours, theirs = ends
    data = b"\x90" * (2 * MAX_CONTAINERS + 1)
    sender = threading.Thread(target=theirs.sendall, args=(struct.pack("<I", len(data)) + data,))
    sender.start()

    with pytest.raises(Malformed, match="too many"):
        ours.receive()
    sender.join()


def test_an_end_that_is_gone_is_told(ends: Ends) -> None:
    """A closed socket is no malformed frame."""
    ours, theirs = ends
    theirs.close()

    with pytest.raises(ConnectionClosed):
        ours.receive()
