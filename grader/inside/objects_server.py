"""Answers the trusted side's questions with the student's code: the jail's end of the wire."""

import importlib
import sys
from typing import Any

from grader.wire import known_classes, operations
from grader.wire.channel import Channel
from grader.wire.link import Link
from grader.wire.values import Message, Named

from .module_loader import run_as_script, run_command
from .server import Server


class ObjectsServer(Server, Link):
    """The jail's side: does whatever it is asked, and asks for what it is given."""

    tells_content = True

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel)
        self._served = 0
        self._examples: dict[int, dict[str, Any]] = {}
        self._operations |= {
            **operations.OPERATIONS,
            "run": lambda *asked: run_as_script(self.finder, *asked),
            "script": lambda *asked: run_command(self.finder, *asked),
            "evaluate": self._evaluate,
            "example": self._example,
            "subclass": self._subclass,
        }

    def answer(self, message: Message) -> None:
        self._served += 1
        try:
            super().answer(message)
        finally:
            self._served -= 1

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        with self.lock:
            if not self._served:
                raise RuntimeError("the caller has its answer: nothing of the test can be used now")
            return super().ask(op, args, named)

    def subclass(self, cls: type, namespace: dict[str, Any], options: dict[str, Any]) -> None:
        # a student's class that inherits from a test's: its instances live here
        type.__setattr__(cls, "_grader_here", True)

    def load_named(self, value: Named, path: str) -> Any:
        found: Any = known_classes.KNOWN_CLASSES.get((value.module, value.name))
        if found is not None:
            return found
        found = importlib.import_module(value.module)
        for part in value.name.split(".") if value.name else []:
            found = getattr(found, part)
        return found

    def stand_in_for_module(self, number: int, name: str, doc: Any) -> Any:
        """Refuse: the trusted side's own modules have no stand-in here."""
        raise ImportError(f"{name} is not available to a submission")

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
