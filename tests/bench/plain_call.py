"""Counts the function calls of ours that one plain call of a submission takes at both ends."""

import contextlib
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import grader
from grader.border.client import Client
from grader.border.connection import Connection, ConnectionClosed, Frame
from grader.border.contract import Contract, Terms
from grader.border.server import Server
from grader.border.surroundings import Surroundings

from .material import LESSON, MODULE_FILE
from .table import say

_OURS = str(Path(grader.__file__).parent)
_ARGUMENTS: tuple[list[int], int] = ([3, 2, 0], 3)


def print_calls(source: bytes, folder: Path) -> None:
    """Make the call once to record it and once by the contract, in a process for each end."""
    ours, theirs = socket.socketpair()
    counts, counted = os.pipe()
    jail = os.fork()
    if jail == 0:
        ours.close()
        os.chdir(folder)
        with contextlib.suppress(ConnectionClosed):
            connection = Connection(theirs)
            _CountingServer(connection, counted).serve(connection.receive())
        os._exit(0)
    try:
        theirs.close()
        os.close(counted)
        say(f"{LESSON}(*{_ARGUMENTS}):")
        say(f"- the examiner: {_examine(Connection(ours), source, folder)}")
        with os.fdopen(counts) as told:
            _, latest = told.readline(), told.readline()
        say(f"- the jail: {latest.strip()}")
    finally:
        os.kill(jail, signal.SIGKILL)
        os.waitpid(jail, 0)


def _examine(connection: Connection, source: bytes, folder: Path) -> str:
    terms = Terms(Contract(), is_recording=True)
    client = Client(connection, terms, Surroundings(terms, sys.maxsize))
    client.surroundings.begin({})
    client.ask("begin()", "begin", {MODULE_FILE: source}, "seed", "")
    called: list[str] = []
    for is_recording in (True, False):
        terms.is_recording = is_recording
        client.start_case("plain")
        function = getattr(client.import_module(LESSON), LESSON)
        with contextlib.nullcontext() if is_recording else _counting(called):
            function(*_ARGUMENTS)
    return _summary(called)


class _CountingServer(Server):
    """The jail's end, which tells what each call of a function took."""

    def __init__(self, connection: Connection, told: int) -> None:
        super().__init__(connection, None)
        self._told = told

    def serve(self, first: Frame) -> None:
        self.surroundings.install()
        self.answer(first)
        while True:
            called: list[str] = []
            with _counting(called):
                frame = self.connection.receive()
                self.answer(frame)
            if frame.operation == "call":
                os.write(self._told, f"{_summary(called)}\n".encode())


@contextlib.contextmanager
def _counting(called: list[str]) -> Iterator[None]:
    """Note the file of each function of ours that is called."""

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(_OURS):
            called.append(file)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def _summary(called: list[str]) -> str:
    return f"{len(called)} calls of ours in {len(set(called))} modules"
