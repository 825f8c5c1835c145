"""One end of the connection where objects cross: own ones by number, stand-ins for the others."""

import inspect
import math
import types
import weakref
from contextlib import suppress
from typing import Any

from . import build, coroutines, describe, errors, known_classes
from .atoms import Malformed
from .channel import Channel
from .containers import BASES, content_of
from .conversation import Conversation
from .methods import BoundMember, is_member, keep, number_kept
from .operations import as_member
from .standins import NUMBER, number_of
from .values import THROWN, Mine, Named, Raised, Value, Yours

HELD = "held"  # the fact that says what an object that extends a container holds
_LONGEST_WAIT = 0.05  # seconds: what the other side waits for may be done before


class Link(Conversation):
    """Numbers what crosses as an object, and makes stand-ins. Subclasses say what is allowed."""

    tells_content = False  # whether an own object that extends a container says what it holds

    def __init__(self, channel: Channel, first: int) -> None:
        super().__init__(channel, first)
        self._own: dict[int, Any] = {}
        self._own_numbers: dict[int, int] = {}
        self._last_own = 0
        self._theirs: dict[int, Any] = {}
        self._told: dict[int, Mine] = {}
        self._dead: list[int] = []
        self._telling: set[int] = set()

    # -- what a side may override

    def admit(self, made: Any, kind: str, path: str) -> Any:
        """Decide on an object that arrived: give it back, or what stands for a refused one."""
        return made

    def place_of(self, error: BaseException) -> tuple[str, int]:
        """Name the file and the line that an exception came from."""
        return "", 0

    def kind_of(self, value: Any) -> tuple[str, dict[str, Any]]:
        """Say what an own object is, and what the other side must know of it."""
        return describe.kind_of(value)

    # -- own objects

    def number(self, value: Any) -> int:
        """Number an own object, for as long as the other side holds it."""
        number = self._own_numbers.get(id(value))
        if number is None:
            self._last_own += 1
            number = self._last_own
            self._own[number] = value
            self._own_numbers[id(value)] = number
        return number

    def mark(self) -> tuple[int, int]:
        return super().mark(), self._last_own

    def forget_since(self, mark: tuple[int, int]) -> None:
        shared, last = mark
        super().forget_since(shared)
        for number in range(last + 1, self._last_own + 1):
            self.forget_own(number)

    def own(self, number: int) -> Any:
        """Find an own object by its number."""
        try:
            return self._own[number]
        except KeyError:
            raise Malformed("an object that never crossed") from None

    def forget_own(self, number: int) -> None:
        value = self._own.pop(number, None)
        if value is not None:
            self._own_numbers.pop(id(value), None)

    def dump_object(self, value: Any) -> Value:
        theirs = number_of(value)
        if theirs:
            return Yours(theirs)
        if isinstance(value, type):
            named = known_classes.known_class(value)
            if named is not None:
                return named
        elif isinstance(value, types.ModuleType) and describe.is_standard(value):
            return Named(value.__name__, "")
        elif isinstance(value, BaseException):
            return self.dump_error(value)
        data = describe.as_base_data(value)
        if data is value:
            return self.marshal.dump_container(value, self.marshal.dump(type(value)))
        return self._introduce(value) if data is None else self.marshal.dump(data)

    def _introduce(self, value: Any) -> Value:
        is_new = id(value) not in self._own_numbers
        number = self.number(value)
        held = self._held_by(value)
        if not is_new:
            return Mine(number, facts=held)
        kind, facts = self.kind_of(value)
        cls = self.marshal.dump(type(value)) if kind == "instance" else None
        return Mine(number, kind, cls, held | {k: self.marshal.dump(v) for k, v in facts.items()})

    def _held_by(self, value: Any) -> dict[str, Value]:
        if not self.tells_content or not isinstance(value, BASES) or id(value) in self._telling:
            return {}
        self._telling.add(id(value))
        try:
            kind, items, keys, *_ = content_of(value)
            return {HELD: self.marshal.dump((kind, tuple(keys), tuple(items)))}
        finally:
            self._telling.discard(id(value))

    def dump_error(self, error: BaseException) -> Value:
        theirs = number_of(error)
        if theirs:
            where, line = self.place_of(error)  # where it was let through
            return Raised([], [], where=where, line=line, object=Yours(theirs))
        written = errors.dump_error(error, self.marshal.dump, self.place_of)
        written.object = Mine(self.number(error))
        if not errors.is_standard(type(error)):
            written.cls = self.marshal.dump(type(error))
        return written

    # -- their objects

    def load_object(self, value: Any, path: str) -> Any:
        if isinstance(value, Named):
            return self.load_named(value, path)
        if isinstance(value, Yours):
            return self.admit(self.own(value.number), "yours", path)
        if isinstance(value, Mine):
            return self._load_theirs(value, path)
        if isinstance(value, Raised):
            error = self.load_error(value, path)
            is_own = isinstance(value.object, Yours)
            return error if is_own else self.admit(error, "error", path)
        return self.load_too_large(value.what)

    def load_named(self, value: Named, path: str) -> Any:
        """Read a class or a module that both sides have."""
        found = known_classes.KNOWN_CLASSES.get((value.module, value.name))
        if found is None:
            raise Malformed("a name that is not known here")
        return found

    def load_too_large(self, what: str) -> Any:
        """Read the mark of a value beyond the caps."""
        raise ValueError(f"{what} is too large to hand over")

    def take_held(self, made: Any, held: Value, path: str) -> None:
        """Take what an object that extends a container holds as it crosses; None: nothing new."""

    def _load_theirs(self, value: Mine, path: str) -> Any:
        if value.number <= 0:
            raise Malformed("an object without a number")
        held = value.facts.pop(HELD, None)
        found = self._theirs.get(value.number)
        if isinstance(found, weakref.ref):
            found = found()
        if found is not None:
            self.take_held(found, held, path)
            return self.admit(found, self._told[value.number].kind, path)
        told = value if value.kind else self._told.get(value.number)
        if told is None:
            raise Malformed("an object that was never described")
        self._told[value.number] = told
        made = self.build(told)
        self.adopt(value.number, made, told.kind)
        self.take_held(made, held, path)
        return self.admit(made, told.kind, path)

    def build(self, told: Mine) -> Any:
        """Make the stand-in for an object that was described."""
        return build.stand_in(self, told)

    def adopt(self, number: int, made: Any, kind: str) -> None:
        """Remember the stand-in for one of their objects, while somebody here holds it."""
        self._theirs[number] = made
        if kind not in ("class", "module"):
            with suppress(TypeError):  # subclasses of int, tuple and bytes take no weak references
                self._theirs[number] = weakref.ref(made, lambda _: self._dead.append(number))

    def take_freed(self) -> list[int]:
        freed, self._dead = self._dead, []
        gone = []
        for number in freed:
            held = self._theirs.get(number)
            if isinstance(held, weakref.ref) and held() is None:
                del self._theirs[number]
                self._told.pop(number, None)
                gone.append(number)
        return gone

    def load_error(self, raised: Raised, path: str) -> BaseException:
        told = raised.object
        if isinstance(told, Yours):
            own = self.own(told.number)
            if not isinstance(own, BaseException):
                raise Malformed("an exception that is none")
            errors.mark_place(own, raised)
            return own
        number = told.number if isinstance(told, Mine) else 0
        if number <= 0 and (isinstance(told, Mine) or raised.cls is not None):
            raise Malformed("an exception without a number")
        cls = self.marshal.load(raised.cls, path + THROWN) if raised.cls is not None else None
        if not (isinstance(cls, type) and issubclass(cls, BaseException)):
            cls = errors.nearest_type(raised.types)
        deeper = path + "!"
        error = errors.load_error(
            raised,
            cls,
            lambda value: self.marshal.load(value, deeper),
            lambda cause: self.load_error(cause, deeper),
            number,
        )
        if number:
            self._told[number] = Mine(number, "error")
            self.adopt(number, error, "error")
        return error

    # -- what stand-ins ask

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        # a bound method is looked up over there before the message that carries it is begun
        settled = (arg.fetch() if isinstance(arg, BoundMember) else arg for arg in args)
        return super().ask(op, tuple(settled), named)

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
