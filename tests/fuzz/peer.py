"""Plays the jail's end of a conversation as a script has it, over a socket."""

import contextlib
import socket
from collections import defaultdict, deque
from typing import Any

from grader.border.connection import Channel, ChannelClosed

from .grammar import WIRE
from .script import Exchange, Frame, Script


class HungUp(Exception):
    """The script says to hang up here."""


class Peer:
    """Answers an examiner: as was recorded, as is hostile, and as nobody recorded."""

    def __init__(self, script: Script, connection: socket.socket) -> None:
        self._script = script
        self._connection = connection
        self._channel = Channel(connection)
        self._open: list[_Open] = []
        self._waiting: dict[str, deque[int]] = defaultdict(deque)
        for index, exchange in enumerate(script.exchanges):
            self._waiting[exchange.key].append(index)
        self.heard: list[bytes] = []
        self.said: list[bytes] = []  # to each frame that was heard, as it went over the socket
        self.written = 0
        self.was_hostile = False

    def play(self) -> None:
        """Answer until one side hangs up."""
        with contextlib.suppress(ChannelClosed, HungUp, OSError):
            while True:
                self.hear(bytes(self._channel.receive()))
        with contextlib.suppress(OSError):  # closing would not do: a fork holds the socket too
            self._connection.shutdown(socket.SHUT_RDWR)

    def hear(self, data: bytes) -> None:
        """Take one frame, and write what there is to write."""
        self.heard.append(data)
        self.said.append(b"")
        message = WIRE.read(data)
        if not WIRE.is_question(message):
            if self._open:
                self._speak(self._open[-1])
            return
        known = self._waiting[WIRE.key(message)]
        if not known or (self.was_hostile and self._script.insists):
            self._answer_new(message)
            return
        index = known.popleft()
        self._open.append(_Open(index, message.seq, self._script.exchanges[index]))
        self._speak(self._open[-1])

    def _answer_new(self, message: Any) -> None:
        value = self._script.otherwise
        if self._script.echoes and message.args and isinstance(message.args[-1], str | int | float):
            value = message.args[-1]
        self._send(framed(WIRE.answer(message.seq, value)))

    def _speak(self, exchange: "_Open") -> None:
        """Write until the examiner is to write."""
        if not exchange.frames:
            exchange.frames.extend(self._next_turn(exchange))
        while exchange.frames:
            frame = exchange.frames.popleft()
            self._write(frame, exchange.number)
            if not frame.is_raw and WIRE.is_question(WIRE.read(frame.data)):
                return
        if exchange.is_at_end() and exchange in self._open:
            self._open.remove(exchange)

    def _next_turn(self, exchange: "_Open") -> list[Frame]:
        exchange.turn += 1
        hostile = self._script.hostile.get((exchange.index, exchange.turn))
        if hostile is not None:
            self.was_hostile = True
            return hostile
        return exchange.turns[exchange.turn] if exchange.turn < len(exchange.turns) else []

    def _write(self, frame: Frame, number: int) -> None:
        if frame.is_raw and not frame.data:
            raise HungUp
        data = frame.data
        if not (frame.is_raw or frame.keeps_number):
            data = WIRE.numbered(data, number)
        self._send(data if frame.is_raw else framed(data))

    def _send(self, data: bytes) -> None:
        self.written += 1
        self.said[-1] += data
        self._connection.sendall(data)


def framed(data: bytes) -> bytes:
    """Put a frame's size before it."""
    return len(data).to_bytes(4, "little") + data


class _Open:
    """An exchange that has begun."""

    def __init__(self, index: int, number: int, exchange: Exchange) -> None:
        self.index = index
        self.number = number
        self.turns = exchange.turns
        self.turn = -1
        self.frames: deque[Frame] = deque()

    def is_at_end(self) -> bool:
        """Whether all was written that there is."""
        return self.turn >= len(self.turns) - 1
