"""What both ends do: ask, and answer the other end's questions while they wait."""

import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from .codec import Codec, Side
from .connection import ASK, ERROR, OK, TELL, Connection, Frame, HeapEntry, Malformed

MAX_NESTING = 400  # questions within questions
_HIGHEST = 2**31 - 1  # limit of recursion that Python takes
_FRAMES = 20  # of Python's stack that a question takes: its cost must not end a recursion earlier


class Breach(BaseException):
    """The other end broke the rules of the border; nothing more is asked of it."""


class NumberedObjects:
    """Objects of this end that the other end names by number."""

    def __init__(self) -> None:
        self._objects: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}  # by id
        self._next = 0

    def number_of(self, value: Any) -> int:
        """Number an object, which is kept until it is dropped."""
        number = self._numbers.get(id(value))
        if number is None:
            self._next += 1
            number = self._numbers[id(value)] = self._next
            self._objects[number] = value
        return number

    def find(self, number: Any) -> Any:
        """Find an object by its number; raises Malformed."""
        if type(number) is not int or number not in self._objects:
            raise Malformed("an object under no known number")
        return self._objects[number]

    def drop(self, number: int) -> None:
        """Forget an object, but no class, which is described to the other end only once."""
        if not isinstance(self._objects.get(number), type):
            self._numbers.pop(id(self._objects.pop(number, None)), None)


class Peer(Side):
    """One end of a border."""

    first_number: ClassVar[int]
    objects: NumberedObjects
    operations: Mapping[str, Callable[..., Any]]  # by the name of the question that each answers
    take_extras: Callable[[dict[str, Any]], None]  # brings level what came beside a frame
    extras: Callable[[], dict[str, Any]]  # what the other end must know before it reads a frame
    load_error: Callable[[Any, str], BaseException]  # reads what was raised at a path

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.codec = Codec(self, self.first_number)
        self.lock = threading.RLock()  # a thread may ask at any time
        self.nesting = 0

    # -- what each end does in its own way

    def breach(self, reason: str) -> BaseException:
        """Give the error by which this end leaves another that broke the rules."""
        return Breach(reason)

    # -- asking

    def ask(self, path: str, operation: str, *values: Any) -> Any:
        """Ask the other end: what it gives is read at a path, what it raises is raised here."""
        with self.lock:
            if self.nesting >= MAX_NESTING:
                raise RecursionError("calls of the test and of the submission nest too deeply")
            self.nesting += 1
            added = min(_FRAMES, _HIGHEST - sys.getrecursionlimit())
            sys.setrecursionlimit(sys.getrecursionlimit() + added)
            try:
                self.send(ASK, operation, values)
                while (frame := self.connection.receive()).kind in (ASK, TELL):
                    (self.answer if frame.kind == ASK else self.take_notice)(frame)
                if len(frame.body) != 1:
                    raise Malformed("an answer of another length")
                path = path if frame.kind == OK else f"{path}!"
                self.level(frame, path)
                if frame.kind == OK:
                    return self.codec.load_all(frame.body, path)[0]
                raise self.load_error(frame.body[0], path)
            except Malformed as error:
                raise self.breach(str(error)) from None
            finally:
                self.nesting -= 1
                sys.setrecursionlimit(sys.getrecursionlimit() - added)

    def level(self, frame: Frame, path: str) -> None:
        """Read a frame's containers and extras, which its values rely on."""
        if frame.heap:
            self.codec.load_heap(frame.heap, path)
        self.take_extras(frame.extras)

    def take_notice(self, frame: Frame) -> None:
        """Read a frame that waits for no answer."""
        self.take_extras(frame.extras)

    def send(self, kind: int, operation: str, values: tuple[Any, ...]) -> None:
        """Send a frame with the containers that its values need."""
        heap: list[HeapEntry] = []
        try:
            body = self.codec.dump_all(values)
            extras = self.extras()
            self.codec.dump_heap(heap)
            self.connection.send(Frame(kind, operation, body, heap, extras))
        except BaseException:
            self.codec.drop(heap)
            raise

    # -- answering

    def answer(self, frame: Frame) -> None:
        """Do what the other end asks, and send what it gives or raises."""
        path = self.path_of(frame)
        self.level(frame, path)
        # an object and the name of an attribute are no results; what is handed over has a path
        target = self.codec.load_all(frame.body[:2])
        values = self.codec.load_all(frame.body[2:], path)
        operation = self.operations.get(frame.operation)
        if operation is None:
            raise Malformed("a question of no known name")
        try:
            self.send(OK, "", (operation(*target, *values),))
        except BaseException as error:
            self.note_raised(error)
            try:
                self.send(ERROR, "", (error,))
            except MemoryError:  # a container of the question has grown too large to go back
                body = self.codec.dump_all((error,))
                self.connection.send(Frame(ERROR, "", body, [], {}))

    def path_of(self, frame: Frame) -> str:
        """Name, for the contract, what the other end hands over with a question."""
        return ""

    def note_raised(self, error: BaseException) -> None:
        """Look at an error before it is sent as an answer; raises what is none."""
