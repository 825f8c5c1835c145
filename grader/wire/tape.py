"""A channel that keeps what was said, and can go on where another process left off."""

import socket

import msgspec

from .channel import Channel, ChannelClosed, framed

_MOST_BYTES = 1 << 20  # of all that is kept; nothing longer is worth remembering


class Turn(msgspec.Struct, frozen=True, array_like=True):
    """One question and its answer, as bytes, with the case that asked."""

    case: str
    question: bytes
    answer: bytes


class TapedChannel(Channel):
    """Carries frames as a channel does; those that were sent before are not sent again.

    What another process said has to be said here in the same words, and is then answered with what
    that process heard. Whoever says something else has strayed, and the channel is closed to him.
    """

    def __init__(self, connection: socket.socket) -> None:
        super().__init__(connection)
        self.case = ""
        self.turns: list[Turn] = []
        self.is_whole = True  # whether each question has one answer, and all of them are kept
        self.has_strayed = False
        self._said = bytearray()
        self._heard = bytearray()
        self._question: bytes | None = None
        self._room = _MOST_BYTES

    def go_on(self, connection: socket.socket, said: bytes, heard: bytes) -> None:
        """Take over a connection on which these bytes went there and came back so far."""
        self._connection = connection
        self._said += said
        self._heard += heard

    def begin_tape(self) -> None:
        """Keep what is said from here on."""
        self.turns, self.is_whole, self._room = [], True, _MOST_BYTES

    def end(self) -> None:
        """Note that nothing more is said; who has said less than was said before has strayed."""
        self.has_strayed = self.has_strayed or bool(self._said)

    def send(self, data: bytes) -> None:
        self._question = data
        frame = framed(data)
        known = self._said[: len(frame)]
        if not frame.startswith(known):
            self.has_strayed = True
            raise ChannelClosed
        del self._said[: len(known)]
        if len(known) < len(frame):
            self._send_all(frame[len(known) :])

    def receive(self) -> bytearray:
        answer = super().receive()
        question, self._question = self._question, None
        self._room -= len(question or b"") + len(answer)
        if question is None or self._room < 0:
            self.is_whole = False
            self.turns.clear()
        elif self.is_whole:
            self.turns.append(Turn(self.case, question, bytes(answer)))
        return answer

    def has_waiting(self) -> bool:
        return bool(self._heard or self._said) or super().has_waiting()

    def _read(self, size: int) -> bytearray:
        known = self._heard[:size]
        del self._heard[:size]
        return known + super()._read(size - len(known)) if len(known) < size else known
