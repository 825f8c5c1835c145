"""One end of the connection where objects cross: what their stand-ins ask."""

import inspect
import math
from typing import Any

from . import build, coroutines
from .methods import BoundMember, is_member, keep, number_kept
from .objects import Objects
from .operations import as_member
from .standins import NUMBER
from .values import Mine

_LONGEST_WAIT = 0.05  # seconds: what the other side waits for may be done before


class Link(Objects):
    """Objects, questions and answers of one side. Subclasses say what is allowed."""

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        """Have something done over there; raises what is raised there."""
        return super().ask(op, tuple(map(_settled, args)), named)

    def get(self, owner: Any, name: str) -> Any:
        """Read an attribute over there."""
        return self.ask("get", (owner, name))

    def set(self, owner: Any, name: str, value: Any) -> None:
        """Set an attribute over there."""
        if isinstance(owner, type) and is_member(value):
            self.ask("restore", (owner, name, number_kept(owner, name, value)))
            return
        given = as_member(value) if isinstance(owner, type) else value
        self.ask("set", (owner, name, given, keep(self, owner, name)))

    def delete(self, owner: Any, name: str) -> None:
        """Delete an attribute over there."""
        self.ask("delete", (owner, name, keep(self, owner, name)))

    def call(self, owner: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Call something over there."""
        return self.ask("call", (owner, *args), named)

    def method(self, owner: Any, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Call a method over there."""
        return self.ask("method", (owner, name, *args), named)

    def inherited(
        self, cls: Any, name: str, owner: Any, args: tuple[Any, ...], named: dict[str, Any]
    ) -> Any:
        """Call what a subclass of this side inherits from a class over there."""
        return self.ask("inherited", (cls, name, owner, *args), named)

    def special(self, owner: Any, cls: Any, name: str, args: tuple[Any, ...]) -> Any:
        """Call a special method over there, of a class or of the object's own."""
        return self.ask("special", (owner, cls, name, *args))

    def equals(self, owner: Any, cls: Any, name: str, other: Any) -> Any:
        """Compare over there."""
        return self.special(owner, cls, name, (other,))

    def subclass(self, cls: type, namespace: dict[str, Any], options: dict[str, Any]) -> None:
        """Have a class that inherits from one of theirs made over there as well."""
        own = {
            k: as_member(v)
            for k, v in namespace.items()
            if not k.startswith(("_grader", "__class"))
        }
        number = self.ask("subclass", (cls.__name__, cls.__bases__, own, options))
        if type(number) is not int or number <= 0 or number in self._told:
            raise self.breach("a class without a number of its own")
        type.__setattr__(cls, NUMBER, number)
        self._told[number] = Mine(number, "class")
        self._theirs[number] = cls

    def signature(self, owner: Any) -> inspect.Signature:
        """Read a signature over there; raises ValueError where there is none."""
        return build.signature(self.ask("signature", (owner,)))

    def step(self, owner: Any, loop: Any, is_cancelled: bool) -> float | None:
        """Run a coroutine on over there; gives how long to wait, None where it is done."""
        asker, turn = coroutines.turn_of(loop)
        wait = self.ask("step", (owner, asker, turn, is_cancelled))
        if type(wait) is not float or math.isnan(wait):
            raise self.breach("a time to wait that is none")
        return None if wait < 0 else min(wait, _LONGEST_WAIT)

    def module_told(self, name: str) -> str:
        """Say of which module a function or class is that is told to be of this one."""
        return name

    def file_of(self, module: str) -> str:
        """Name the file of a module that is told to be a function's; no file has any other name."""
        return f"<module {module}>"

    def names_used(self, module: str, name: str, line: int) -> tuple[str, ...]:
        """List the names that a function's code uses, where this side has its text."""
        return ()

    def copy(self, owner: Any, deep: bool) -> Any:
        """Copy an object over there."""
        return self.ask("copy", (owner, deep))

    def is_describing(self) -> bool:
        """Whether a stand-in is being described by a test runner, which asks nothing."""
        return False


def _settled(value: Any) -> Any:
    # a bound method is looked up over there before the message that carries it is begun
    return value.fetch() if isinstance(value, BoundMember) else value
