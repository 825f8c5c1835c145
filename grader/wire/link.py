"""One end of the connection: asks the other side, answers it, and knows the objects of both."""

import inspect
import types
import weakref
from typing import Any

import msgspec

from . import build, describe
from .atoms import Malformed
from .channel import Channel, FrameTooLarge
from .errors import build_error, dump_error, nearest_type
from .marshal import Marshal, ValueTooLarge
from .operations import as_member
from .standins import NUMBER, BoundMember, Member, RemoteMeta, StandIn
from .values import ANSWER, ASK, MAX_FRAME_BYTES, RAISE, TELL, Message, Mine, Named, Raised
from .values import TooLarge, Value, Yours, decode, encode


class Breach(BaseException):
    """The other side broke the rules of the wire; nothing more is believed of it."""


class Link:
    """Objects, questions and answers of one side. Subclasses say what is allowed."""

    def __init__(self, channel: Channel, first: int) -> None:
        self.channel = channel
        self.marshal = Marshal(self, first)
        self._sequence = 0
        self._own: dict[int, Any] = {}
        self._own_numbers: dict[int, int] = {}
        self._last_own = 0
        self._theirs: dict[int, Any] = {}
        self._told: dict[int, Mine] = {}
        self._dead: list[int] = []

    # -- what a side may override

    def perform(self, op: str, args: list[Any], named: dict[str, Any]) -> Any:
        """Do what the other side asks."""
        raise NotImplementedError

    def before_send(self) -> tuple[list[tuple[int, str]], dict[str, Value]]:
        """Give what is printed, and what else must be known before the message is read."""
        return [], {}

    def after_receive(self, message: Message) -> None:
        """Take what came along with a message."""

    def admit(self, made: Any, kind: str, path: str) -> Any:
        """Decide on an object that arrived: give it back, or what stands for a refused one."""
        return made

    def place_of(self, error: BaseException) -> tuple[str, int]:
        """Name the file and the line that an exception came from."""
        return "", 0

    def kind_of(self, value: Any) -> tuple[str, dict[str, Any]]:
        """Say what an own object is, and what the other side must know of it."""
        return describe.kind_of(value)

    # -- asking

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        """Have something done over there; raises what is raised there."""
        args = tuple(self._settled(a) for a in args)
        self._sequence += 1
        sequence = self._sequence
        self.send(ASK, sequence, op, list(args), named or {})
        del args, named
        return self._wait(sequence)

    def _settled(self, value: Any) -> Any:
        # a bound method is looked up over there before the message that carries it is begun
        if isinstance(value, BoundMember):
            return self.get(value.__self__, value.__name__)
        return value

    def _wait(self, sequence: int) -> Any:
        while True:
            message = self.receive()
            if message.kind == TELL:
                continue
            if message.kind == ASK:
                self.answer(message)
                continue
            if message.seq != sequence or len(message.args) != 1:
                raise self.breach("an answer that was not asked for")
            value = self._read(message.args[0])
            if message.kind == RAISE:
                if not isinstance(value, BaseException):
                    raise self.breach("an exception that is none")
                raise value
            return value

    def answer(self, message: Message) -> None:
        """Do what a message asks and send the answer."""
        try:
            result = self._perform(message)
        except Breach:
            raise
        except BaseException as error:
            self.send(RAISE, message.seq, "", [self.failure(error)], {})
        else:
            self.send(ANSWER, message.seq, "", [result], {})

    def failure(self, error: BaseException) -> BaseException:
        """Choose the exception to send for one that was raised here."""
        return error

    def _perform(self, message: Message) -> Any:
        args = [self._read(a) for a in message.args]
        named = {k: self._read(v) for k, v in message.named.items()}
        message.args, message.named, message.level = [], {}, []
        return self.perform(message.op, args, named)

    # -- messages

    def send(self, kind: int, seq: int, op: str, args: list[Any], named: dict[str, Any]) -> None:
        """Send one message with everything that must be level before it is read."""
        mark = self.marshal.mark()
        try:
            data = encode(self._compose(kind, seq, op, args, named))
            if len(data) > MAX_FRAME_BYTES:
                raise ValueTooLarge("a value")
        except ValueTooLarge as error:
            self.marshal.forget_since(mark)
            data = self.too_large(kind, seq, str(error))
        except BaseException:
            self.marshal.forget_since(mark)
            raise
        self.channel.send(data)

    def too_large(self, kind: int, seq: int, what: str) -> bytes:
        """Write what is sent in place of a message beyond the caps."""
        return encode(Message(kind, seq, "", [TooLarge(what)], {}, [], [], [], [], {}))

    def _compose(
        self, kind: int, seq: int, op: str, args: list[Any], named: dict[str, Any]
    ) -> Message:
        marshal = self.marshal
        marshal.start_message()
        freed = self._take_freed()
        printed, extra = self.before_send()
        level = marshal.changes()
        dropped = marshal.release()  # after the last look: what nobody holds may have changed
        if kind == RAISE:
            written: list[Value] = [self._dump_error(args[0])]
        else:
            written = [marshal.dump(a) for a in args]
        written_named = {k: marshal.dump(v) for k, v in named.items()}
        return Message(kind, seq, op, written, written_named, level, dropped, freed, printed, extra)

    def receive(self) -> Message:
        """Wait for a message and take over what it levels."""
        try:
            message = decode(self.channel.receive())
            for number in message.freed:
                self._forget_own(number)
            self.after_receive(message)
            self.marshal.apply(message.level)
            self.marshal.forget(message.dropped)
        except (msgspec.MsgspecError, RecursionError, Malformed, FrameTooLarge) as error:
            raise self.breach(f"a malformed frame ({type(error).__name__})") from error
        return message

    def _read(self, value: Value) -> Any:
        try:
            return self.marshal.load(value)
        except (RecursionError, Malformed) as error:
            raise self.breach(f"a malformed value ({error})") from error

    def breach(self, why: str) -> Breach:
        """Give up on the other side."""
        return Breach(why)

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

    def own(self, number: int) -> Any:
        """Find an own object by its number."""
        try:
            return self._own[number]
        except KeyError:
            raise Malformed("an object that never crossed") from None

    def _forget_own(self, number: int) -> None:
        value = self._own.pop(number, None)
        if value is not None:
            self._own_numbers.pop(id(value), None)

    def dump_object(self, value: Any) -> Value:
        """Write an object that is not data."""
        theirs = _number_there(value)
        if theirs:
            return Yours(theirs)
        if isinstance(value, type):
            known = describe.known_class(value)
            if known is not None:
                return known
        elif isinstance(value, types.ModuleType) and describe.is_standard(value):
            return Named(value.__name__, "")
        elif isinstance(value, BaseException):
            return self._dump_error(value)
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
        if not is_new:
            return Mine(number)
        kind, facts = self.kind_of(value)
        cls = self.marshal.dump(type(value)) if kind == "instance" else None
        return Mine(number, kind, cls, {k: self.marshal.dump(v) for k, v in facts.items()})

    def _dump_error(self, error: BaseException) -> Value:
        theirs = _number_there(error)
        written = dump_error(error, self.marshal.dump, self.place_of)
        if theirs:
            written.object = Yours(theirs)
            return written
        written.object = Mine(self.number(error))
        if describe.known_class(type(error)) is None:
            written.cls = self.marshal.dump(type(error))
        return written

    # -- their objects

    def load_object(self, value: Any, path: str) -> Any:
        """Read an object that is not data."""
        if isinstance(value, Named):
            return self.load_named(value, path)
        if isinstance(value, Yours):
            return self.admit(self.own(value.number), "yours", path)
        if isinstance(value, Mine):
            return self._load_theirs(value, path)
        if isinstance(value, Raised):
            return self._load_error(value, path)
        return self.load_too_large(value.what)

    def load_named(self, value: Named, path: str) -> Any:
        """Read a class or a module that both sides have."""
        known = describe.KNOWN_CLASSES.get((value.module, value.name))
        if known is None:
            raise Malformed("a name that is not known here")
        return known

    def load_too_large(self, what: str) -> Any:
        """Read the mark of a value beyond the caps."""
        raise ValueError(f"{what} is too large to hand over")

    def _load_theirs(self, value: Mine, path: str) -> Any:
        found = self._theirs.get(value.number)
        if isinstance(found, weakref.ref):
            found = found()
        if found is not None:
            return self.admit(found, self._told[value.number].kind, path)
        told = value if value.kind else self._told.get(value.number)
        if told is None:
            raise Malformed("an object that was never described")
        self._told[value.number] = told
        made = build.stand_in(self, told)
        self.adopt(value.number, made, told.kind)
        return self.admit(made, told.kind, path)

    def adopt(self, number: int, made: Any, kind: str) -> None:
        """Remember the stand-in for one of their objects, while somebody here holds it."""
        try:
            self._theirs[number] = (
                made
                if kind in ("class", "module")
                else weakref.ref(made, lambda _: self._dead.append(number))
            )
        except TypeError:  # subclasses of int, tuple and bytes take no weak references
            self._theirs[number] = made

    def _take_freed(self) -> list[int]:
        freed, self._dead = self._dead, []
        gone = []
        for number in freed:
            held = self._theirs.get(number)
            if isinstance(held, weakref.ref) and held() is None:
                del self._theirs[number]
                self._told.pop(number, None)
                gone.append(number)
        return gone

    def _load_error(self, raised: Raised, path: str) -> BaseException:
        if isinstance(raised.object, Yours):
            own = self.own(raised.object.number)
            if isinstance(own, BaseException):
                return own
            raise Malformed("an exception that is none")
        deeper = path + "!"
        cls = self.marshal.load(raised.cls, deeper) if raised.cls is not None else None
        if not (isinstance(cls, type) and issubclass(cls, BaseException)):
            cls = nearest_type(raised.types)
        args = [self.marshal.load(a, deeper) for a in raised.args]
        state = {k: self.marshal.load(v, deeper) for k, v in raised.state.items()}
        error = build_error(cls, raised, args, state)
        self._dress_error(error, raised, args, deeper)
        return error

    def _dress_error(
        self, error: BaseException, raised: Raised, args: list[Any], path: str
    ) -> None:
        number = raised.object.number if isinstance(raised.object, Mine) else 0
        build.mark_error(error, number, raised)
        if number:
            self._told[number] = Mine(number, "error")
            self.adopt(number, error, "error")
        if isinstance(raised.cause, Raised):
            error.__cause__ = self._load_error(raised.cause, path)
        if isinstance(raised.context, Raised):
            error.__context__ = self._load_error(raised.context, path)
        error.__suppress_context__ = raised.suppress

    # -- what stand-ins ask

    def get(self, owner: Any, name: str) -> Any:
        """Read an attribute over there."""
        return self.ask("get", (owner, name))

    def set(self, owner: Any, name: str, value: Any) -> None:
        """Set an attribute over there."""
        if isinstance(value, Member):
            self.ask("restore", (owner, name))
        else:
            self.ask("set", (owner, name, value))

    def delete(self, owner: Any, name: str) -> None:
        """Delete an attribute over there."""
        self.ask("delete", (owner, name))

    def call(self, owner: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Call something over there."""
        return self.ask("call", (owner, *args), named)

    def method(self, owner: Any, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Call a method over there."""
        return self.ask("method", (owner, name, *args), named)

    def special(self, owner: Any, cls: Any, name: str, args: tuple[Any, ...]) -> Any:
        """Call a special method over there, of a class or of the object's own."""
        return self.ask("special", (owner, cls, name, *args))

    def equals(self, owner: Any, cls: Any, name: str, other: Any) -> Any:
        """Compare over there."""
        return self.special(owner, cls, name, (other,))

    def subclass(self, cls: type, namespace: dict[str, Any]) -> None:
        """Have a class that inherits from one of theirs made over there as well."""
        own = {
            k: as_member(v)
            for k, v in namespace.items()
            if not k.startswith(("_grader", "__class"))
        }
        number = self.ask("subclass", (cls.__name__, cls.__bases__, own))
        if type(number) is not int:
            raise self.breach("a class without a number")
        type.__setattr__(cls, NUMBER, number)
        self._told[number] = Mine(number, "class")
        self._theirs[number] = cls

    def signature(self, owner: Any) -> inspect.Signature:
        """Read a signature over there; raises ValueError where there is none."""
        return build.signature(self.ask("signature", (owner,)))

    def copy(self, owner: Any, deep: bool) -> Any:
        """Copy an object over there."""
        return self.ask("copy", (owner, deep))

    def is_describing(self) -> bool:
        """Whether a stand-in is being described by a test runner, which asks nothing."""
        return False


def _number_there(value: Any) -> int:
    kind = type(value)
    if isinstance(value, type):
        return vars(value).get(NUMBER, 0) if issubclass(kind, RemoteMeta) else 0
    if issubclass(kind, StandIn) or isinstance(value, BaseException):
        try:
            found = object.__getattribute__(value, NUMBER)
        except AttributeError:
            return 0
        return found if type(found) is int else 0
    return 0
