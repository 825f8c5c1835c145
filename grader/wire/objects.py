"""The objects of both sides: own ones by number, stand-ins for the other side's."""

import types
import weakref
from contextlib import suppress
from typing import Any

from . import build, describe, errors, known_classes
from .atoms import Malformed
from .channel import Channel
from .containers import BASES, content_of
from .conversation import Conversation
from .standins import number_of
from .values import THROWN, Mine, Named, Raised, Value, Yours

HELD = "held"  # the fact that says what an object that extends a container holds


class Objects(Conversation):
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
        if data is not None:
            return self._dump_base(value, *data)
        return self._introduce(value)

    def _dump_base(self, value: Any, base: type, plain: Any) -> Value:
        if plain is not value:
            return self.marshal.dump(plain)
        return self.marshal.dump_container(value, self.marshal.dump(type(value)))

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
            content = content_of(value)
            parts = (content.kind, tuple(content.keys), tuple(content.items))
            return {HELD: self.marshal.dump(parts)}
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
        if isinstance(raised.object, Yours):
            own = self.own(raised.object.number)
            if isinstance(own, BaseException):
                errors.mark_place(own, raised)
                return own
            raise Malformed("an exception that is none")
        number = raised.object.number if isinstance(raised.object, Mine) else None
        if number is None and raised.cls is not None:
            raise Malformed("an exception of a class of theirs without a number")
        if number is not None and number <= 0:
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
            number or 0,
        )
        if number:
            self._told[number] = Mine(number, "error")
            self.adopt(number, error, "error")
        return error
