"""Decides who answers a test's question: the student's object, or what it is known to hold."""

from functools import partial
from types import ModuleType
from typing import Any

from grader.wire import specials
from grader.wire.channel import Channel
from grader.wire.conversation import TooDeep
from grader.wire.link import Link
from grader.wire.values import Raised, Value

from . import agreeing, leaving, operators
from .asking import note_label
from .contract import Gate
from .equality import compare, equality_mode
from .inert import WrongResult
from .keeping import general_name

_MAY_STOP = ("__next__", "import")  # an iterator, and what nothing goes through


class Answering(Link):
    """A connection that asks the student's operators only where the contract has them asked."""

    def __init__(self, channel: Channel, gate: Gate) -> None:
        super().__init__(channel, first=1)
        self.gate = gate
        self.broken: str | None = None  # why nothing more can be asked
        self.denied: str | None = None  # the sentence for what came where the reference gave data
        self.sources: dict[str, bytes] = {}

    def place(self) -> str:
        """Name the innermost line of a hidden file that is being run."""
        raise NotImplementedError

    def sentence(self, made: Any) -> str:
        """Say to the student what is wrong with an object."""
        raise NotImplementedError

    def too_deep(self) -> TooDeep:
        self.broken = "deep"
        return super().too_deep()

    def get(self, owner: Any, name: str) -> Any:
        found = super().get(owner, name)
        if isinstance(owner, ModuleType):
            note_label(found, name)
        return found

    def special(self, owner: Any, cls: Any, name: str, args: tuple[Any, ...]) -> Any:
        if name in leaving.NAMES:
            ask = partial(super().special, owner, cls, name)
            return leaving.leave(self.gate, self.place(), name, args, ask)
        if name in specials.FREE or self.gate.admits_operator(
            f"{self.place()}|{specials.family(name)}"
        ):
            return super().special(owner, cls, name, args)
        if name == "__contains__" or operators.is_data_like(owner):
            return operators.instead(self, owner, name, args)
        if name == "__hash__":
            return object.__hash__(owner)
        if name in specials.ORDER and agreeing.are_alike(owner, args[0]):
            return agreeing.ordered(self, owner, cls, name, args[0])
        raise WrongResult(self.sentence(owner))

    def equals(self, owner: Any, cls: Any, name: str, other: Any) -> Any:
        own = equality_mode(type(owner))
        mode = self.gate.equality(f"{self.place()}|__eq__", own)
        kind, _, listed = mode.partition(":")
        fields = listed.split(",") if listed else []
        if operators.is_data_like(owner) and kind in ("", "identity"):
            kind = "base"
        elif mode != own and kind in ("fields", "base"):
            is_own = own.partition(":")[0] == "own"
            return self._agreed(owner, cls, name, other, (kind, fields, is_own))
        if kind == "own":
            return super().special(owner, cls, name, (other,))
        same = compare(self, owner, other, kind, fields)
        return same if same is NotImplemented or name == "__eq__" else not same

    def _agreed(
        self, owner: Any, cls: Any, name: str, other: Any, mode: tuple[str, list[str], bool]
    ) -> Any:
        kind, fields, is_own = mode
        same: Any
        if owner is other or (kind == "base" and operators.is_data_like(owner)):
            same = compare(self, owner, other, kind, fields)
        elif agreeing.are_alike(owner, other):
            same = agreeing.equal(self, owner, cls, other, fields)
        else:  # what may be an expected value is not handed over
            by_items = kind == "base" and is_own
            same = agreeing.as_listed(owner, other) if by_items else NotImplemented
        return same if same is NotImplemented or name == "__eq__" else not same

    def stopped(self, error: BaseException, op: str, args: tuple[Any, ...]) -> BaseException:
        """Give what a test is told of an error that means an end, from an operation.

        `map`, `zip` and `for` take StopIteration for the end of what they go through, a group of
        tasks CancelledError for that of a task, and a test would go on with nothing looked at:
        but for the end of an iterator, and where the reference raised one, it is another error.
        """
        kind = "StopIteration" if isinstance(error, StopIteration) else "CancelledError"
        name = args[2] if op == "special" else op
        may_stop = kind == "StopIteration" and name in _MAY_STOP
        if may_stop or self.gate.admits_operator(f"{self.place()}|{kind}"):
            return error
        told = RuntimeError(f"your code raised {kind}")
        told.__cause__ = error
        kept = {"_grader_where": ("", 0), "_grader_types": [(type(error).__module__, kind)]}
        vars(told).update({key: getattr(error, key, value) for key, value in kept.items()})
        return told

    def dump_error(self, error: BaseException) -> Value:
        written = super().dump_error(error)
        if isinstance(written, Raised):
            leaving.hold_back_assertions(written)
        return written

    def is_staged_module(self, folder: str, path: str) -> bool:
        """Whether a file is a module that the jail was given: its text is what was handed in."""
        return folder == "work" and path.endswith(".py") and path in self.sources

    def admits_change(self, folder: str, path: str) -> bool:
        """Whether the reference changes a file in this case."""
        return self.gate.admits_file(f"{folder}/{general_name(path)}")

    def admits_name(self, module: str, name: str) -> bool:
        """Whether `from module import *` may bring a name."""
        return self.gate.admits_name(f"{module}.{name}")
