"""One end of the connection: asks the other side, answers it, and knows the objects of both."""

import inspect
from typing import Any

import msgspec

from . import build
from .atoms import Malformed, ValueTooLarge
from .channel import Channel, FrameTooLarge
from .depth import Depth
from .marshal import Marshal
from .members import BoundMember, is_member, keep_meaning
from .objects import Objects
from .operations import as_member
from .standins import NUMBER
from .values import (
    ANSWER,
    ASK,
    MAX_FRAME_BYTES,
    RAISE,
    TELL,
    Message,
    Mine,
    Raised,
    TooLarge,
    Value,
    decode,
    encode,
)


class Breach(BaseException):
    """The other side broke the rules of the wire; nothing more is believed of it."""


class TooDeep(Breach):
    """Reading took more recursion than Python has; what was being read is lost."""


class Link(Objects):
    """Objects, questions and answers of one side. Subclasses say what is allowed."""

    def __init__(self, channel: Channel, first: int) -> None:
        self.channel = channel
        super().__init__()
        self.marshal = Marshal(self, first)
        self.depth = Depth()
        self._sequence = 0

    # -- what a side may override

    def perform(self, op: str, args: list[Any], named: dict[str, Any]) -> Any:
        """Do what the other side asks."""
        raise NotImplementedError

    def before_send(self) -> tuple[list[tuple[int, str]], dict[str, Value]]:
        """Give what is printed, and what else must be known before the message is read."""
        return [], {}

    def after_receive(self, message: Message) -> None:
        """Take what came along with a message."""

    # -- asking

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        """Have something done over there; raises what is raised there."""
        args = tuple(self._settled(a) for a in args)
        outer = self.depth.enter()
        try:
            self._sequence += 1
            sequence = self._sequence
            self.send(ASK, sequence, op, list(args), named or {})
            del args, named
            return self._wait(sequence)
        finally:
            self.depth.leave(outer)

    def _settled(self, value: Any) -> Any:
        # a bound method is looked up over there before the message that carries it is begun
        if isinstance(value, BoundMember):
            return value.fetch()
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
            if message.kind == RAISE:
                raise self._read_raised(message.args[0])
            return self._read(message.args[0])

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
        lent = self.depth.lend()
        try:
            return self.perform(message.op, args, named)
        finally:
            self.depth.take_back(lent)

    # -- messages

    def send(self, kind: int, seq: int, op: str, args: list[Any], named: dict[str, Any]) -> None:
        """Send one message with everything that must be level before it is read."""
        mark = self.mark()
        try:
            message = self._compose(kind, seq, op, args, named)
            data = encode(message)
        except BaseException:
            self.forget_since(mark)
            raise
        if len(data) > MAX_FRAME_BYTES:
            self.forget_since(mark)
            message.args, message.named, message.level = [TooLarge("a value")], {}, []
            data = encode(message)
        self.channel.send(data)

    def _compose(
        self, kind: int, seq: int, op: str, args: list[Any], named: dict[str, Any]
    ) -> Message:
        message = Message(kind, seq, op, [], {}, [], [], self._take_freed(), [], {})
        self.marshal.start_message()
        message.printed, message.extra = self.before_send()
        mark = self.mark()
        try:
            message.level = self.marshal.changes()
            # after the last look: what nobody holds may have changed
            message.dropped = self.marshal.release()
            mark = self.mark()
            if kind == RAISE:
                message.args = [self._dump_error(args[0])]
            else:
                message.args = [self.marshal.dump(a) for a in args]
            message.named = {k: self.marshal.dump(v) for k, v in named.items()}
        except (ValueTooLarge, RecursionError) as error:
            # what was changed, freed and printed is told all the same
            self.forget_since(mark)
            what = str(error) if isinstance(error, ValueTooLarge) else "a value nested so deeply"
            message.op, message.args, message.named = "", [TooLarge(what)], {}
        return message

    def receive(self) -> Message:
        """Wait for a message and take over what it levels."""
        try:
            message = decode(self.channel.receive())
            for number in message.freed:
                self._forget_own(number)
            self.after_receive(message)
            self.marshal.apply(message.level)
            self.marshal.forget(message.dropped)
        except RecursionError as error:
            raise self.too_deep() from error
        except (msgspec.MsgspecError, Malformed, FrameTooLarge) as error:
            raise self.breach(f"a malformed frame ({type(error).__name__})") from error
        return message

    def _read(self, value: Value) -> Any:
        try:
            return self.marshal.load(value)
        except RecursionError as error:
            raise self.too_deep() from error
        except Malformed as error:
            raise self.breach(f"a malformed value ({error})") from error

    def _read_raised(self, value: Value) -> BaseException:
        if not isinstance(value, Raised):
            raise self.breach("an exception that is none")
        try:
            return self.load_error(value, "")
        except RecursionError as error:
            raise self.too_deep() from error
        except Malformed as error:
            raise self.breach(f"a malformed value ({error})") from error

    def breach(self, why: str) -> Breach:
        """Give up on the other side."""
        return Breach(why)

    def too_deep(self) -> TooDeep:
        """Give up on the connection, and accuse nobody."""
        return TooDeep()

    # -- what stand-ins ask

    def get(self, owner: Any, name: str) -> Any:
        """Read an attribute over there."""
        return self.ask("get", (owner, name))

    def set(self, owner: Any, name: str, value: Any) -> None:
        """Set an attribute over there."""
        if is_member(value):
            self.ask("restore", (owner, name))
        else:
            keep_meaning(self, owner, name)
            self.ask("set", (owner, name, value))

    def delete(self, owner: Any, name: str) -> None:
        """Delete an attribute over there."""
        keep_meaning(self, owner, name)
        self.ask("delete", (owner, name))

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

    def copy(self, owner: Any, deep: bool) -> Any:
        """Copy an object over there."""
        return self.ask("copy", (owner, deep))

    def is_describing(self) -> bool:
        """Whether a stand-in is being described by a test runner, which asks nothing."""
        return False
