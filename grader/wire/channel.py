"""Sized frames over a stream socket. Knows nothing of what is in them."""

import socket
import struct

from .values import MAX_FRAME_BYTES

_HEADER = struct.Struct("<I")
_PIECE_BYTES, _MOST_AT_ONCE = 4096, 1 << 20


class ChannelClosed(Exception):
    """The other side is gone."""


class FrameTooLarge(Exception):
    """A frame announces more bytes than the cap allows; nothing was allocated for it."""


def framed(data: bytes) -> bytes:
    """Write a frame as it goes over the connection."""
    return _HEADER.pack(len(data)) + data


class Channel:
    """One end of a connection that carries frames in order."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._ahead = bytearray()  # what came with what was read: a frame costs one call

    def send(self, data: bytes) -> None:
        """Send one frame."""
        try:
            self._connection.sendall(framed(data))
        except OSError as error:
            raise ChannelClosed from error

    def receive(self) -> bytearray:
        """Wait for one frame."""
        (size,) = _HEADER.unpack(self._read(_HEADER.size))
        if size > MAX_FRAME_BYTES:
            raise FrameTooLarge
        return self._read(size)

    def _read(self, size: int) -> bytearray:
        ahead = self._ahead
        while len(ahead) < size:
            wanted = min(max(size - len(ahead), _PIECE_BYTES), _MOST_AT_ONCE)
            try:
                data = self._connection.recv(wanted)
            except OSError as error:
                raise ChannelClosed from error
            if not data:
                raise ChannelClosed
            ahead += data
        taken = ahead[:size]
        del ahead[:size]
        return taken

    def has_waiting(self) -> bool:
        """Whether something came that was not received yet."""
        if self._ahead:
            return True
        try:
            return bool(self._connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except OSError:
            return False

    def close(self) -> None:
        """Hang up."""
        self._connection.close()
