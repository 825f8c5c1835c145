"""The jail's end of the wire for one submission: what both tiers have in common."""

import importlib
import random
import sys
import threading
from collections.abc import Callable
from typing import Any

from grader.wire.channel import Channel
from grader.wire.conversation import Conversation
from grader.wire.values import ASK, TELL, Message, encode

from .module_loader import StagedFinder, import_again, write_files
from .stop_signal import Place, answer_where
from .surroundings import JailSurroundings, Output, Printed


class Server(Conversation):
    """Stages a submission, imports it and answers questions. Subclasses add operations."""

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel, first=2)
        self.lock = threading.RLock()  # a thread of the student's may print at any time
        self.finder = StagedFinder({})
        self._printed = Printed(self._tell)
        self._surroundings = JailSurroundings()
        self._operations: dict[str, Callable[..., Any]] = {
            "begin": self._begin,
            "import": self._import,
        }

    def run(self) -> None:
        """Answer until the other side hangs up; all that is printed goes out with the frames."""
        sys.stdout = Output(self._printed, 1)
        sys.stderr = Output(self._printed, 2)
        self.depth.begin()
        while True:
            message = self.receive()
            if message.kind == ASK:
                self.answer(message)

    def perform(self, op: str, args: list[Any], named: dict[str, Any]) -> Any:
        return self._operations[op](*args, **named)

    def send(self, kind: int, seq: int, op: str, args: list[Any], named: dict[str, Any]) -> None:
        with self.lock:  # a thread of the student's may be in the middle of a question
            super().send(kind, seq, op, args, named)

    def before_send(self) -> tuple[list[tuple[int, str]], dict[str, Any]]:
        printed = self._printed.take()
        return printed, {name: self.marshal.dump(value) for name, value in self.told().items()}

    def told(self) -> dict[str, Any]:
        """Hand over what the test must know: files that were written, warnings, log records."""
        return self._surroundings.told()

    def after_receive(self, message: Message) -> None:
        if message.extra:
            told = {name: self.marshal.load(value) for name, value in message.extra.items()}
            self._surroundings.take(told)

    def place_of(self, error: BaseException) -> tuple[str, int]:
        """Name the innermost handed-in file and line that an exception came through."""
        if isinstance(error, SyntaxError) and error.filename in self.finder.sources:
            return str(error.filename), error.lineno or 0
        where, line = "", 0
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in self.finder.sources:
                where, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            trace = trace.tb_next
        return where, line

    def _begin(self, sources: dict[str, bytes], seed: str, cases: str) -> None:
        """Stage the handed-in files, and watch the folders that both sides have."""
        self.finder = StagedFinder(sources)
        sys.meta_path.insert(0, self.finder)
        write_files(sources)
        random.seed(seed)
        self._surroundings.begin(cases)
        answer_where(sources, self._tell)

    def _import(self, name: str, again: bool) -> Any:
        return import_again(name) if again else importlib.import_module(name)

    def _tell(self, place: Place | tuple[()] = ()) -> None:
        with self.lock:
            printed = self._printed.take()
            message = Message(TELL, 0, "", list(place), {}, [], [], [], printed, {})
            self.channel.send(encode(message))
