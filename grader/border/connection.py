"""Frames of msgpack over a stream socket; each is bounded before it is read."""

import socket
import struct
from typing import Annotated, Any

import msgspec

MAX_FRAME_BYTES = 32 * 1024 * 1024
MAX_CONTAINERS = 2_000_000  # lists in one frame, each of which takes 64 bytes once it is read
SCRIPT = b"script"  # the first frame where a script is run, and nothing is judged
ASK, OK, ERROR, TELL = 0, 1, 2, 3  # question; result; error raised; notice without an answer
_HEADER = struct.Struct("<I")
_PIECE_BYTES, _MOST_AT_ONCE = 4096, 1 << 20
# the bytes with which msgpack begins a list or a mapping; others hold them too, at random
_CONTAINER_HEADS = bytes([*range(0x80, 0xA0), *range(0xDC, 0xE0)])


class Malformed(Exception):
    """A frame holds what the rules of the border forbid."""


class ConnectionClosed(Exception):
    """The other end is gone."""


class HeapEntry(msgspec.Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """A mutable container that the receiver does not know, or that has changed since."""

    number: int
    kind: str
    items: list[Any]  # of a mapping each key, then its value
    beside: list[Any] = []  # not items: a deque's bound, a defaultdict's factory, an array's parts


class Frame(msgspec.Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """One message, with what must be level at both ends before it is read."""

    kind: Annotated[int, msgspec.Meta(ge=ASK, le=TELL)]
    operation: str
    body: list[Any]
    heap: list[HeapEntry] = []
    extras: dict[str, Any] = {}


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Frame)
encode = _encoder.encode


def decode(data: bytes | bytearray) -> Frame:
    """Read a frame; raises Malformed."""
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"a frame that cannot be read: {error}") from None


def framed(data: bytes) -> bytes:
    """Write bytes as they go over a connection."""
    return _HEADER.pack(len(data)) + data


class Connection:
    """One end of a socket that carries frames in order."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._ahead = bytearray()  # what came with what was read: a frame costs one call

    def send(self, frame: Frame) -> None:
        """Send one frame."""
        data = encode(frame)
        if len(data) > MAX_FRAME_BYTES:
            raise ValueError("the data is too large to be handed over")
        try:
            self._socket.sendall(_HEADER.pack(len(data)) + data)
        except OSError as error:
            raise ConnectionClosed from error

    def receive(self) -> Frame:
        """Wait for one frame; raises Malformed."""
        return decode(self.receive_bytes())

    def receive_bytes(self) -> bytes | bytearray:
        """Wait for the bytes of one frame; raises Malformed for too many."""
        ahead, start = self._ahead, _HEADER.size
        if not ahead:  # as a rule a frame comes alone, and whole
            piece = self._read(_PIECE_BYTES)
            if len(piece) > start and len(piece) - start == _HEADER.unpack_from(piece)[0]:
                return piece[start:]
            ahead += piece
        while len(ahead) < start:
            ahead += self._read(_PIECE_BYTES)
        (size,) = _HEADER.unpack_from(ahead)
        if size > MAX_FRAME_BYTES:
            raise Malformed("a frame that is too large")
        end = start + size
        while len(ahead) < end:
            ahead += self._read(min(max(end - len(ahead), _PIECE_BYTES), _MOST_AT_ONCE))
        data = ahead[start:end]
        del ahead[:end]
        if size > MAX_CONTAINERS:
            heads = size - len(data.translate(None, _CONTAINER_HEADS))
            if heads > 2 * MAX_CONTAINERS:
                raise Malformed("a frame of too many lists")
        return data

    def _read(self, most: int) -> bytes:
        try:
            piece = self._socket.recv(most)
        except OSError as error:
            raise ConnectionClosed from error
        if not piece:
            raise ConnectionClosed
        return piece

    def has_waiting(self) -> bool:
        """Whether something came that was not received yet."""
        if self._ahead:
            return True
        try:
            return bool(self._socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except OSError:
            return False

    def close(self) -> None:
        """Hang up."""
        self._socket.close()
