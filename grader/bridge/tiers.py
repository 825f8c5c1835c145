"""Learns from the reference's own run what the wire must carry to judge a lesson.

Functions by name, data, exceptions, printed text and files are the first tier. Whatever else the
reference's messages hold is a need for the second, in which objects cross.
"""

from typing import Any

from grader.wire.values import (
    ANSWER,
    ASK,
    TELL,
    Atom,
    Box,
    Message,
    Mine,
    Named,
    Raised,
    Value,
    Yours,
)

_FIRST = ("settle", "begin", "import")
_WARNINGS = "warnings"
_KINDS = {
    "class": "a class of the submission",
    "instance": "an object of a class of the submission",
    "iterator": "an iterator",
    "coroutine": "a coroutine",
    "module": "a module",
    "function": "a function",
    "error": "an exception",
    "mock": "a mock",
}


class Needs:
    """Reads each message of a recorded run; says what needs objects, "" where nothing does."""

    def __init__(self) -> None:
        self._modules: set[int] = set()
        self._functions: set[int] = set()
        self._asked = ""

    def of_sent(self, message: Message) -> str:
        """Read a question of the test's."""
        if message.kind != ASK:
            return "the submission calls an object of the test"
        args = message.args
        self._asked = message.op if self._is_first(message.op, args) else ""
        if not self._asked:
            return _question(message.op, args)
        owned = message.op in ("get", "call", "special")
        held = [*args[1 if owned else 0 :], *message.named.values(), *message.extra.values()]
        changed = [box for _, box in message.level]
        return _first(
            f"{what} is handed over" for what in map(_beside_data, held + changed) if what
        )

    def _is_first(self, op: str, args: list[Value]) -> bool:
        owner = args[0].number if args and isinstance(args[0], Yours) else 0
        if op == "special":
            return owner in self._modules and args[2] == "__dir__"
        return op in _FIRST or owner in {"get": self._modules, "call": self._functions}.get(op, ())

    def of_received(self, message: Message) -> str:
        """Read an answer of the submission's."""
        if message.kind == TELL:
            return ""
        if message.kind == ASK:
            return "the submission calls an object of the test"
        given = message.args[0] if message.args else None
        if message.kind == ANSWER and isinstance(given, Mine):
            known = {("import", "module"): self._modules, ("get", "function"): self._functions}
            numbers = known.get((self._asked, given.kind or self._kind_of(given.number)))
            if numbers is not None:
                numbers.add(given.number)
                given = None
        told = [value for name, value in message.extra.items() if name != _WARNINGS]
        held = [_beside_data(value) for value in (*told, *(box for _, box in message.level))]
        if message.kind == ANSWER:
            held.append(_beside_data(given))
        elif isinstance(given, Raised):
            held.append(_beside_error(given))
        return _first(f"{what} is given" for what in held if what)

    def _kind_of(self, number: int) -> str:
        if number in self._modules:
            return "module"
        return "function" if number in self._functions else ""


def _first(found: Any) -> str:
    return next(iter(found), "")


def _question(op: str, args: list[Value]) -> str:
    name = next((arg for arg in args[1:3] if isinstance(arg, str)), "")
    return f"{op} {name}".strip().replace("special ", "operator ").replace("get ", "attribute ")


def _beside_data(value: Value) -> str:
    """Name what of a value is no data."""
    if isinstance(value, Atom):
        return _first(filter(None, map(_beside_data, value.parts)))
    if isinstance(value, Box):
        parts = (*value.items, *value.keys, value.extra, value.cls)
        return _first(filter(None, map(_beside_data, parts)))
    if isinstance(value, Mine):
        return _KINDS.get(value.kind, "an object")
    if isinstance(value, Named):
        return f"{value.module}.{value.name}".strip(".")
    if isinstance(value, Raised):
        return "an exception as a value"
    return "an object" if isinstance(value, Yours) else ""


def _beside_error(raised: Raised) -> str:
    if raised.cls is not None:
        return "an exception of a class of the submission"
    causes = [c for c in (raised.cause, raised.context) if isinstance(c, Raised)]
    held = [*map(_beside_data, (*raised.args, *raised.state.values())), *map(_beside_error, causes)]
    return _first(filter(None, held))
