"""Answers the trusted side's questions with the student's code: the jail's end of the wire."""

import contextlib
import importlib
import inspect
import os
import random
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any

from grader.wire import known, operations
from grader.wire.channel import Channel, ChannelClosed
from grader.wire.link import Link
from grader.wire.values import ASK, TELL, Message, Named, encode

from .output import Output, Printed
from .staged import StagedFinder, import_again, run_as_script, run_command
from .surroundings import JailSurroundings


class Desk(Link):
    """The jail's side: does whatever it is asked, and asks for what it is given."""

    tells_content = True

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel, first=2)
        self._lock = threading.RLock()
        self._served = 0
        self._printed = Printed(self._tell)
        self._surroundings = JailSurroundings()
        self._finder = StagedFinder({})
        self._examples: dict[int, dict[str, Any]] = {}
        self._operations: dict[str, Callable[..., Any]] = {
            **operations.OPERATIONS,
            "settle": self._settle,
            "begin": self._begin,
            "import": self._import,
            "run": self._run,
            "script": self._script,
            "evaluate": self._evaluate,
            "example": self._example,
            "subclass": self._subclass,
        }

    def run(self) -> None:
        """Answer until the other side hangs up."""
        sys.stdout = Output(self._printed, 1)
        sys.stderr = Output(self._printed, 2)
        self.depth.begin()
        while True:
            message = self.receive()
            if message.kind == ASK:
                self.answer(message)

    def answer(self, message: Message) -> None:
        self._served += 1
        try:
            super().answer(message)
        finally:
            self._served -= 1

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        with self._lock:
            if not self._served:
                raise RuntimeError("the caller has its answer: nothing of the test can be used now")
            return super().ask(op, args, named)

    def send(self, kind: int, seq: int, op: str, args: list[Any], named: dict[str, Any]) -> None:
        with self._lock:  # a thread of the student's may be in the middle of a question
            super().send(kind, seq, op, args, named)

    def perform(self, op: str, args: list[Any], named: dict[str, Any]) -> Any:
        return self._operations[op](*args, **named)

    def before_send(self) -> tuple[list[tuple[int, str]], dict[str, Any]]:
        printed = self._printed.take()
        told = self._surroundings.told()
        return printed, {name: self.marshal.dump(value) for name, value in told.items()}

    def after_receive(self, message: Message) -> None:
        if message.extra:
            told = {name: self.marshal.load(value) for name, value in message.extra.items()}
            self._surroundings.take(told)

    def subclass(self, cls: type, namespace: dict[str, Any], options: dict[str, Any]) -> None:
        # a student's class that inherits from a test's: its instances live here
        type.__setattr__(cls, "_grader_here", True)

    def load_named(self, value: Named, path: str) -> Any:
        found: Any = known.KNOWN_CLASSES.get((value.module, value.name))
        if found is not None:
            return found
        found = importlib.import_module(value.module)
        for part in value.name.split(".") if value.name else []:
            found = getattr(found, part)
        return found

    def signature(self, owner: Any) -> inspect.Signature:
        made, kinds = super().signature(owner), self.get(owner, "__annotations__")
        rows = made.parameters.values()
        empty = inspect.Signature.empty
        return made.replace(
            parameters=[row.replace(annotation=kinds.get(row.name, empty)) for row in rows],
            return_annotation=kinds.get("return", empty),
        )

    def place_of(self, error: BaseException) -> tuple[str, int]:
        if isinstance(error, SyntaxError) and error.filename in self._finder.sources:
            return str(error.filename), error.lineno or 0
        where, line = "", 0
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in self._finder.sources:
                where, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            trace = trace.tb_next
        return where, line

    def stand_in_for_module(self, number: int, name: str, doc: Any) -> Any:
        """Refuse: the trusted side's own modules have no stand-in here."""
        raise ImportError(f"{name} is not available to a submission")

    def _tell(self) -> None:
        with self._lock:
            message = Message(TELL, 0, "", [], {}, [], [], [], self._printed.take(), {})
            self.channel.send(encode(message))

    def _settle(self, carried: Any) -> Any:
        self._surroundings.settle()
        return carried

    def _begin(self, sources: dict[str, bytes], seed: str, cases: str) -> None:
        self._finder = StagedFinder(sources)
        sys.meta_path.insert(0, self._finder)
        for name, data in sources.items():
            if os.path.dirname(name):
                os.makedirs(os.path.dirname(name), exist_ok=True)
            with open(name, "wb") as file:
                file.write(data)
        random.seed(seed)
        self._surroundings.begin(cases)

    def _import(self, name: str, again: bool) -> Any:
        return import_again(name) if again else importlib.import_module(name)

    def _run(self, file: str, run_name: str, argv: list[str]) -> dict[str, Any]:
        before, sys.argv = sys.argv, argv
        try:
            return run_as_script(self._finder, file, run_name)
        finally:
            sys.argv = before

    def _script(self, file: str, argv: list[str], text: str | None) -> tuple[str, str, int]:
        return run_command(self._finder, file, argv, text)

    def _evaluate(self, module: str, text: str) -> Any:
        # a test's eval of a text that the student's code gave
        return eval(text, dict(vars(sys.modules[module])))  # noqa: S307 - this is the jail

    def _example(self, module: str, number: int, source: str, file: str) -> None:
        # one example of a docstring of the student's; those of one docstring share their names
        names = self._examples.setdefault(number, dict(vars(sys.modules[module])))
        exec(compile(source, file, "single", dont_inherit=True), names)  # this is the jail

    def _subclass(
        self, name: str, bases: tuple[type, ...], namespace: dict[str, Any], options: dict[str, Any]
    ) -> int:
        return self.number(operations.subclass(name, bases, namespace, options))


def serve(channel: int) -> None:
    """Serve one submission over a descriptor, until the other side hangs up."""
    desk = Desk(Channel(socket.socket(fileno=channel)))
    with contextlib.suppress(ChannelClosed):
        desk.run()
