"""What both ends do: ask, answer while they wait, tell what they raise, keep containers level."""

import sys
import threading
from collections.abc import Callable
from typing import Any, ClassVar

from .codec import Codec
from .connection import ASK, ERROR, OK, TELL, Connection, Frame, Malformed

MAX_NESTING = 400  # questions within questions
_FRAMES = 20  # of Python's stack that each may take beside the test's and the submission's own


class Breach(BaseException):
    """The other end broke the rules of the wire; nothing more is asked of it."""


class Peer:
    """One end of a border."""

    first_number: ClassVar[int]

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.codec = Codec(self, self.first_number)
        self.lock = threading.RLock()  # a thread may ask at any time
        self.nesting = 0

    # -- what the ends do in their own way

    def dump_object(self, value: Any) -> Any:
        """Write what is no plain data."""
        raise NotImplementedError

    def load_object(self, wire: list[Any], path: str) -> Any:
        """Read what is no plain data; raises Malformed."""
        raise NotImplementedError

    def note_data(self, path: str, count: int, value: Any) -> None:
        """Hear that plain data came at a path."""

    def dump_error(self, error: BaseException) -> list[Any]:
        """Write an exception that was raised."""
        raise NotImplementedError

    def load_error(self, wire: Any, path: str) -> BaseException:
        """Read an exception that was raised."""
        raise NotImplementedError

    def extras(self) -> dict[str, Any]:
        """Give what must be level at the other end before the frame is read."""
        raise NotImplementedError

    def take_extras(self, extras: dict[str, Any]) -> None:
        """Take over what the other end told beside a frame."""
        raise NotImplementedError

    def find_operation(self, name: str) -> Callable[..., Any]:
        """Find what answers a question; raises Malformed."""
        raise NotImplementedError

    def breach(self, reason: str) -> BaseException:
        """Give what ends the conversation with a peer that broke the rules."""
        return Breach(reason)

    # -- asking

    def ask(self, path: str, operation: str, *values: Any) -> Any:
        """Ask the other end; what it gives comes at a path, what it raises is raised here."""
        with self.lock:
            if self.nesting >= MAX_NESTING:
                raise RecursionError("calls of the test and of the submission nest too deeply")
            self.nesting += 1
            sys.setrecursionlimit(sys.getrecursionlimit() + _FRAMES)
            try:
                self.send(ASK, operation, values)
                return self._wait(path)
            except Malformed as error:
                raise self.breach(str(error)) from None
            finally:
                self.nesting -= 1
                sys.setrecursionlimit(sys.getrecursionlimit() - _FRAMES)

    def _wait(self, path: str) -> Any:
        while True:
            frame = self.receive()
            if frame.kind == ASK:
                self.answer(frame)
                continue
            if frame.kind != TELL:
                self.codec.load_heap(frame.heap, path if frame.kind == OK else f"{path}!")
            self.take_extras(frame.extras)
            if frame.kind == TELL:
                continue
            if len(frame.body) != 1:
                raise Malformed("an answer of another length")
            if frame.kind == OK:
                return self.codec.load(frame.body[0], path)
            raise self.load_error(frame.body[0], f"{path}!")

    def receive(self) -> Frame:
        """Wait for a frame."""
        return self.connection.receive()

    def send(self, kind: int, operation: str, values: tuple[Any, ...]) -> None:
        """Send a frame with the containers that its values need."""
        try:
            body = [self.codec.dump(value) for value in values]
            extras = self.extras()
            heap = self.codec.dump_heap()
        except BaseException:
            self.codec.drop_unsent()
            raise
        self.connection.send(Frame(kind, operation, body, heap, extras))

    # -- answering

    def answer(self, frame: Frame) -> None:
        """Do what the other end asks, and send what came of it."""
        path = self.path_of(frame)
        self.codec.load_heap(frame.heap, path)
        self.take_extras(frame.extras)
        # whom is asked and for which name is no result, and what is handed over has a path
        values = [
            self.codec.load(wire, path if position > 1 else "")
            for position, wire in enumerate(frame.body)
        ]
        operation = self.find_operation(frame.operation)
        try:
            self.send(OK, "", (operation(*values),))
        except BaseException as error:
            if self.ends_all(error):
                raise
            body, extras = [self.dump_error(error)], self.extras()
            self.connection.send(Frame(ERROR, "", body, self.codec.dump_heap(), extras))

    def path_of(self, frame: Frame) -> str:
        """Name what is handed over with a question."""
        return ""

    def ends_all(self, error: BaseException) -> bool:
        """Whether an error is the conversation's, and no answer."""
        return False
