"""One submission in its process: its files, what it prints, what it finds around it."""

import importlib
import os
import random
import sys
import threading
from typing import Any

from grader.wire.channel import Channel
from grader.wire.values import TELL, Message, encode

from .module_loader import StagedFinder, import_again
from .output import Output, Printed
from .stop_signal import Place, answer_where
from .surroundings import JailSurroundings


class Submission:
    """What both tiers have in common, beside the frames that they understand."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self.lock = threading.RLock()  # a thread of the student's may print at any time
        self.finder = StagedFinder({})
        self._printed = Printed(self._tell)
        self._surroundings = JailSurroundings()

    def show_output(self) -> None:
        """Have all that is printed go out with the frames."""
        sys.stdout = Output(self._printed, 1)
        sys.stderr = Output(self._printed, 2)

    def settle(self, carried: Any) -> Any:
        """Put in place what is there for every submission; gives back what it was given."""
        self._surroundings.settle()
        return carried

    def begin(self, sources: dict[str, bytes], seed: str, cases: str) -> None:
        """Stage the handed-in files, and watch the folders that both sides have."""
        self.finder = StagedFinder(sources)
        sys.meta_path.insert(0, self.finder)
        for name, data in sources.items():
            if os.path.dirname(name):
                os.makedirs(os.path.dirname(name), exist_ok=True)
            with open(name, "wb") as file:
                file.write(data)
        random.seed(seed)
        self._surroundings.begin(cases)
        answer_where(sources, self._tell)

    def import_module(self, name: str, again: bool) -> Any:
        """Import a handed-in module."""
        return import_again(name) if again else importlib.import_module(name)

    def take_printed(self) -> list[tuple[int, str]]:
        """Hand over what was printed since the last frame."""
        return self._printed.take()

    def told(self) -> dict[str, Any]:
        """Hand over what the test must know: files that were written, warnings, log records."""
        return self._surroundings.told()

    def take(self, told: dict[str, Any]) -> None:
        """Take over what the test changed around the submission."""
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

    def _tell(self, place: Place | tuple[()] = ()) -> None:
        with self.lock:
            printed = self._printed.take()
            message = Message(TELL, 0, "", list(place), {}, [], [], [], printed, {})
            self._channel.send(encode(message))
