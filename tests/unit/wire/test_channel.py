"""Frames arrive whole and in order; what is too large or cut short is told apart."""

import socket
import struct
from collections.abc import Iterator

import pytest

from grader.wire.channel import Channel, ChannelClosed, FrameTooLarge, framed
from grader.wire.values import MAX_FRAME_BYTES


@pytest.fixture
def ends() -> Iterator[tuple[Channel, socket.socket]]:
    """A channel, and the bare socket of the other side."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Channel(ours), theirs


def test_frames_arrive_as_they_were_sent(ends: tuple[Channel, socket.socket]) -> None:
    """Two frames, one of them empty, come out as two."""
    channel, other = ends
    Channel(other).send(b"first")
    Channel(other).send(b"")

    assert channel.has_waiting()
    assert [bytes(channel.receive()), bytes(channel.receive())] == [b"first", b""]
    assert not channel.has_waiting()


def test_a_frame_in_pieces_is_waited_for(ends: tuple[Channel, socket.socket]) -> None:
    """A frame that comes byte by byte is one frame."""
    channel, other = ends
    for byte in struct.pack("<I", 3) + b"abc":
        other.send(bytes([byte]))

    assert bytes(channel.receive()) == b"abc"


def test_a_size_above_the_cap_is_refused_unread(ends: tuple[Channel, socket.socket]) -> None:
    """Four bytes that announce too much are enough to end it."""
    channel, other = ends
    other.send(struct.pack("<I", MAX_FRAME_BYTES + 1))
    other.close()

    with pytest.raises(FrameTooLarge):
        channel.receive()


@pytest.mark.parametrize("sent", [b"", b"\x01", struct.pack("<I", 5) + b"abc"])
def test_a_peer_that_ends_is_told(ends: tuple[Channel, socket.socket], sent: bytes) -> None:
    """Whether nothing, half a size or half a frame came, the channel is closed."""
    channel, other = ends
    other.send(sent)
    other.close()

    with pytest.raises(ChannelClosed):
        channel.receive()


def test_what_comes_early_is_kept(ends: tuple[Channel, socket.socket]) -> None:
    """Frames that come together are received one by one, and one more is seen to wait."""
    channel, other = ends
    other.sendall(framed(b"first") + framed(b"second") + framed(b"third")[:2])

    received = [channel.receive(), channel.receive()]

    assert received == [b"first", b"second"]
    assert channel.has_waiting()
    other.sendall(framed(b"third")[2:])
    assert channel.receive() == b"third"
    assert not channel.has_waiting()
