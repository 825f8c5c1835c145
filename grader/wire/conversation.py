"""Questions and answers of one side: frames in turn, data brought level with each of them."""

from collections.abc import Callable
from typing import Any

import msgspec

from .atoms import Malformed, ValueTooLarge
from .channel import Channel, FrameTooLarge
from .cpython import Depth
from .marshal import Marshal, ObjectSide
from .values import (
    ANSWER,
    ASK,
    ASKED,
    MAX_FRAME_BYTES,
    RAISE,
    TELL,
    Message,
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


class Conversation(ObjectSide):
    """One end. Subclasses say what crosses beside data, and what is done when it is asked for."""

    def __init__(self, channel: Channel, first: int) -> None:
        self.channel = channel
        self.marshal = Marshal(self, first)
        self.depth = Depth()
        self._sequence = 0

    # -- what an end says

    def perform(self, op: str, args: list[Any], named: dict[str, Any]) -> Any:
        """Do what the other side asks."""
        raise NotImplementedError

    def dump_error(self, error: BaseException) -> Value:
        """Write an exception that is raised."""
        raise NotImplementedError

    def load_error(self, raised: Raised, path: str) -> BaseException:
        """Read an exception that is raised; raises Malformed."""
        raise NotImplementedError

    def before_send(self) -> tuple[list[tuple[int, str]], dict[str, Value]]:
        """Give what is printed, and what else must be known before the message is read."""
        return [], {}

    def after_receive(self, message: Message) -> None:
        """Take what came along with a message."""

    def failure(self, error: BaseException) -> BaseException:
        """Choose the exception to send for one that was raised here."""
        return error

    def breach(self, why: str) -> Breach:
        """Give up on the other side."""
        return Breach(why)

    def too_deep(self) -> TooDeep:
        """Give up on the connection, and accuse nobody."""
        return TooDeep()

    def mark(self) -> Any:
        """Remember what has crossed, for `forget_since`."""
        return self.marshal.mark()

    def forget_since(self, mark: Any) -> None:
        """Forget what was written into a message that was never sent."""
        self.marshal.forget_since(mark)

    def take_freed(self) -> list[int]:
        """Name the other side's objects that nobody here holds any more."""
        return []

    def forget_own(self, number: int) -> None:
        """Forget an object of this side's that the other side holds no more."""

    # -- asking

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        """Have something done over there; raises what is raised there."""
        outer = self.depth.enter()
        try:
            self._sequence += 1
            sequence = self._sequence
            self.send(ASK, sequence, op, list(args), named or {})
            del args, named
            return self._wait(sequence)
        finally:
            self.depth.leave(outer)

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
                if not isinstance(message.args[0], Raised):
                    raise self.breach("an exception that is none")
                raise self._read(message.args[0], load=self.load_error)
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

    def _perform(self, message: Message) -> Any:
        args = [self._read(a, "" if number else ASKED) for number, a in enumerate(message.args)]
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
        message = Message(kind, seq, op, [], {}, [], [], self.take_freed(), [], {})
        self.marshal.start_message()
        message.printed, message.extra = self.before_send()
        mark = self.mark()
        try:
            message.level = self.marshal.changes()
            # after the last look: what nobody holds may have changed
            message.dropped = self.marshal.release()
            mark = self.mark()
            if kind == RAISE:
                message.args = [self.dump_error(args[0])]
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
                self.forget_own(number)
            self.after_receive(message)
            self.marshal.apply(message.level)
            self.marshal.forget(message.dropped)
        except RecursionError as error:
            raise self.too_deep() from error
        except (msgspec.MsgspecError, Malformed, FrameTooLarge) as error:
            raise self.breach(f"a malformed frame ({type(error).__name__})") from error
        return message

    def _read(self, value: Value, path: str = "", load: Callable[..., Any] | None = None) -> Any:
        try:
            return (load or self.marshal.load)(value, path)
        except RecursionError as error:
            raise self.too_deep() from error
        except Malformed as error:
            raise self.breach(f"a malformed value ({error})") from error
