"""What a peer is to write: a recorded conversation, and what is hostile at places of it."""

from typing import Any

import msgspec

from .grammar import WIRE, Tree


class Frame(msgspec.Struct):
    """Something to write."""

    data: bytes
    is_raw: bool = False  # written as it is, header and all; hangs up where it is empty
    keeps_number: bool = False  # whether it answers the question that it names, and not the asked


class Exchange(msgspec.Struct):
    """A question of the examiner's, with what was written to it each time that it waited."""

    key: str
    operation: str
    turns: list[list[Frame]]


Spot = tuple[int, int]  # number of an exchange, and of its turn


class Script(msgspec.Struct):
    """A recorded conversation with what is hostile in it."""

    exchanges: list[Exchange]
    hostile: dict[Spot, list[Frame]] = {}  # written there, and nothing else
    otherwise: Tree = None  # the answer to questions that were not recorded
    echoes: bool = False  # whether these get back what they were asked with
    insists: bool = False  # whether all questions after the first hostile frame are such ones


class Recorder:
    """Takes down a conversation that passes by."""

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []
        self.heard: list[bytes] = []
        self._open: list[Exchange] = []

    def note_heard(self, data: bytes) -> None:
        """Take down what the examiner wrote."""
        self.heard.append(data)
        message: Any = WIRE.read(data)
        if WIRE.is_question(message):
            exchange = Exchange(WIRE.key(message), message.op, [[]])
            self.exchanges.append(exchange)
            self._open.append(exchange)
        elif self._open:  # the first frame of all names the tier, and awaits nothing
            self._open[-1].turns.append([])

    def note_said(self, data: bytes) -> None:
        """Take down what the jail wrote."""
        exchange = self._open[-1] if self._open else self.exchanges[-1]
        exchange.turns[-1].append(Frame(data))
        if self._open and WIRE.is_answer(WIRE.read(data)):
            self._open.pop()
