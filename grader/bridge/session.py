"""The trusted side's connection to one submission: asks under the contract, believes data."""

import os
import sys
import threading
from asyncio.exceptions import CancelledError
from collections.abc import Callable
from inspect import cleandoc
from types import ModuleType
from typing import Any
from unittest import mock

from grader.wire import cpython, describe
from grader.wire.atoms import Malformed
from grader.wire.channel import Channel, ChannelClosed
from grader.wire.conversation import Breach, TooDeep
from grader.wire.finder import file_of
from grader.wire.kinds import Lack
from grader.wire.link import Link
from grader.wire.standins import number_of
from grader.wire.values import FUNCTIONS, OBJECTS, TELL, Message, Mine, Named, Raised, Value, Yours

from . import admission, exceptions, gate, operators, policy
from .admission import Plains, note_held
from .contract import Deed, Learned
from .exceptions import SubmissionEnded, TooMuchPrinted
from .functions_client import FunctionsEnd
from .gate import Answer
from .inert import Inert, Refusal, Wrong, WrongResult, is_for_a_mock
from .modules import RemoteModule, names_used, standard_module
from .output import Output, pass_on
from .questions import Asking, Spot, asking_for, is_labelled, note_label, place_below
from .records import Records
from .student_texts import Heard
from .watch import Watch, gives_something, is_pytests_own
from .wording import (
    arrival_text,
    handed_text,
    kind_of,
    name_of,
    question_text,
)

_RECORDS = "records"
_TOLD_BESIDE = frozenset(("files", "warnings", _RECORDS))
_BEGIN = "begin"
_GIVES_NOTHING = frozenset((_BEGIN, "import", "get"))
_OF_OTHERS, _OF_MODULES = frozenset[str](), frozenset((gate.MODULE,))
_OF_FUNCTIONS, _BY_INTERFACE = frozenset((gate.FUNCTION,)), frozenset((gate.INTERFACE,))
_NO_MODULE = "/dev/null/elsewhere"  # where no file can be either
_LOOKS = ("special", "__dir__")  # Python itself lists names, to suggest one that is there


class Session(Link):
    """One submission, as the hidden cases see it."""

    def __init__(
        self, channel: Channel | None, learned: Learned, hidden_folder: str, stop_at: int
    ) -> None:
        super().__init__(channel, first=1)  # type: ignore[arg-type] # which `connect` sets
        self.learned = learned
        self.broken: str | None = None  # why nothing more can be asked
        self.denied: Refusal | None = None  # of what came where the reference gave data
        self.sources: dict[str, bytes] = {}
        self._functions: FunctionsEnd | None = None
        if not (learned.is_recording or learned.contract.needs_objects()):
            self._functions = FunctionsEnd(self)
            self.marshal = self._functions.marshal
        self.records = Records()
        self.watch = Watch(self)
        self.output = Output(stop_at)
        self.breach_reason = ""
        self.heard: Heard | None = None
        self.docs: dict[str, str] = {}  # docstrings with examples, and the modules of each
        self.hear_place: Callable[[list[Value]], None] = lambda _: None
        self.has_given = False  # whether anything of the hidden cases has reached the jail
        self.plains = Plains()
        self._told_of: dict[str, Any] = {}
        self.pending: BaseException | None = None
        self._hidden = hidden_folder.rstrip(os.sep) + os.sep
        self._asking = Asking()
        self.building = 0  # how deep what arrives is told of objects, and is no result
        self._owner: Any = None  # of whom a plain question is just being asked
        self._lock = threading.RLock()
        if channel is not None:
            self.connect(channel)

    def connect(self, channel: Channel) -> None:
        """Speak to a submission, and say first which tier is spoken."""
        self.channel = channel
        if self._functions is not None:
            self._functions.channel = channel
        try:
            channel.send(OBJECTS if self._functions is None else FUNCTIONS)
        except ChannelClosed:
            self.broken = "ended"  # which the first question tells

    def start_case(self, case: str) -> None:
        """Turn to one case."""
        self.learned.start_case(case)
        self.records = Records(self.records.latest)
        self.denied = None
        self.pending = None

    # -- asking

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        if self.broken is not None:
            raise SubmissionEnded(self.broken)
        with self._lock:  # a test's threads take turns
            return self._ask(op, args, named)

    def _ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None) -> Any:
        outer = self._asking
        place = self.place() if self._functions is None else ""  # only objects are looked up by it
        self._asking = asking_for(place, op, args)
        self.has_given |= op not in _GIVES_NOTHING and self._asking[1:3] != _LOOKS
        if self.learned.is_recording:
            self.learned.note_asked(self._asking)
        own = tuple(map(self.plains.object_of, args))
        if self.heard is not None:
            self.heard.give((*own, *named.values()) if named else own)
        try:
            result = self._let_out(op, own, named)
        except (StopIteration, CancelledError) as error:
            raise exceptions.stopped(self, error, op, args)  # noqa: B904 - it may be the very same
        except ChannelClosed:
            self.broken = "ended"
            raise SubmissionEnded("ended") from None
        finally:
            self._asking = outer
            told, self._told_of = self._told_of, {}
            pass_on(told, self.sources)
            if self.pending is not None and not outer.op:
                pending, self.pending = self.pending, None
                raise pending
        for given, sent in zip(args, own, strict=True):
            if given is not sent and self.broken is None:
                self._take_again(sent)
        if self.heard is not None:
            self.heard.note(result)
        return result

    def _let_out(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None) -> Any:
        """Put a question to the submission, if the gate lets it out."""
        name, given = self._asking.name, _asked_of(self._asking.name, args)
        plain = "names" if name == "__dir__" else op
        if self._functions is None:
            answer = gate.decide(f"op {op}", gate.OBJECTS, given)
        else:
            answer = gate.decide(f"op {plain}", gate.FUNCTIONS, given)
        if answer is Answer.ABSENT:
            raise AttributeError(f"{type(args[0]).__name__!r} object has no attribute {name!r}")
        if answer is not Answer.OBJECT:
            raise WrongResult(self.refuse(""))
        if self.learned.is_recording:
            self._owner = args[0] if given else None
            if gate.decide(f"op {plain}", gate.FUNCTIONS, given) is not Answer.OBJECT:
                self._need(question_text(op, name))
        ask = super().ask if self._functions is None else self._functions.ask
        return ask(op, args, named)

    def _need(self, what: str) -> None:
        self.learned.note_need(self._asking.place, what)

    def _take_again(self, made: Any) -> None:
        """Bring data level with the student's object that was handed back in its place."""
        outer, self._asking = self._asking, Asking()
        try:
            self._let_out("itself", (made,), None)
        finally:
            self._asking = outer

    def call(self, owner: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        call = super().call
        return self.records.record(name_of(owner), args, named, lambda: call(owner, args, named))

    def method(self, owner: Any, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        self.learned.note_call(name)
        text, method = f"{name_of(owner)}.{name}", super().method
        return self.records.record(text, args, named, lambda: method(owner, name, args, named))

    def get(self, owner: Any, name: str) -> Any:
        found = super().get(owner, name)
        if isinstance(owner, ModuleType):
            note_label(found, name)
        return found

    def special(self, owner: Any, cls: Any, name: str, args: tuple[Any, ...]) -> Any:
        return operators.apply(self, owner, cls, name, args)

    def equals(self, owner: Any, cls: Any, name: str, other: Any) -> Any:
        return operators.compare(self, owner, cls, name, other)

    def is_describing(self) -> bool:
        asking = cpython.frame(3)  # past the stand-in's own method
        return self.records.is_describing or cpython.module_name(asking).startswith(
            ("_pytest", "unittest.util", "reprlib", "pprint", "difflib", "grader.")
        )

    # -- what arrives

    def take_held(self, made: Any, held: Value, path: str) -> None:
        note_held(self.marshal, made, held, path)

    def admit(self, made: Any, kind: str, path: str) -> Any:
        if self.learned.is_recording and not self._is_plain(kind, path):
            self._need(f"{arrival_text(kind, path)} is given")
        let_in = admission.admitted(self, self._asking, made, kind, path)
        return Inert(made, self.refuse(kind_of(made))) if let_in is None else let_in

    def _is_plain(self, kind: str, path: str) -> bool:
        """Whether what arrives needs no more than functions and data."""
        if self.building or self._asking.op == "import":
            return not path.startswith(_RECORDS)
        return self._asking.is_import() and kind == "function" and not path

    def admit_known(self, value: Any, path: str) -> Any:
        if self.building or self._asking.op == "import":
            return value
        if admission.are_admitted(self, self._asking, value, path):
            return value
        return Inert(None, self.refuse(""))

    def refuse(self, came: str) -> Refusal:
        """Say that an object of a class or kind is none of what is used, and keep that."""
        refused = Refusal(Wrong.OBJECT, self.records.latest, came)
        if self.denied is None and not (self._asking.is_import() or is_for_a_mock(self._asking.op)):
            self.denied = refused
        return refused

    def refusal(self, made: Any) -> Refusal:
        """Say why an object of the submission's is not used, and keep nothing."""
        return Refusal(Wrong.OBJECT, self.records.latest, kind_of(made))

    def load_too_large(self, what: str) -> Any:
        self.denied = Refusal(Wrong.TOO_LARGE)
        return Inert(None, self.denied)

    def note_lack(self, lack: Lack) -> None:
        is_asked_by_test = self._asking.op != _BEGIN  # or nobody takes the exception
        if is_asked_by_test and not self.learned.admits_lack(lack, self.building > 0):
            wrong = Wrong.NO_VALUES if lack is Lack.VALUES else Wrong.NO_ITEMS
            self.denied = self.denied or Refusal(wrong, self.records.latest)
            self.pending = self.pending or WrongResult(self.denied)

    def load_named(self, value: Named, path: str) -> Any:
        if not self.building or path.startswith(_RECORDS):
            self._need(f"{value.module}.{value.name}".strip(".") + " is given")
        if value.name:
            self.learned.note_object(Spot(self._asking, path))  # for a class of the student's own
            return super().load_named(value, path)
        module = standard_module(value.module, self.learned)
        if sys.modules.get(value.module) is module:
            self.watch.add(module)
        return module

    def stand_in_for_module(self, number: int, name: str, doc: Any) -> Any:
        """Make the stand-in for a module of the submission."""
        return RemoteModule(self, number, name, doc)

    def build(self, told: Mine) -> Any:
        self.building += 1
        try:
            made = super().build(told)
        finally:
            self.building -= 1
        doc, module = told.facts.get("doc"), told.facts.get("module", told.facts.get("name"))
        if isinstance(doc, str) and ">>>" in doc and isinstance(module, str):
            self.docs[cleandoc(doc)] = module
        return made

    def kind_of(self, value: Any) -> tuple[str, dict[str, Any]]:
        if isinstance(value, mock.NonCallableMock):
            return "mock", policy.facts_of_mock(value)
        kind, facts = super().kind_of(value)
        return kind, facts | {"annotations": {}} if kind == "class" else facts

    def dump_object(self, value: Any) -> Value:
        if self.learned.is_recording:
            is_owner, self._owner = value is self._owner, None  # met again, it is handed over
            if not (is_owner or _holds_data(value)):
                self._need(f"{handed_text(value)} is handed over")
        return super().dump_object(value)

    # -- what the jail asks

    def _perform(self, message: Message) -> Any:
        self._need("the submission calls an object of the test")
        # what a callback is given is no matter of where the student's code happens to call it
        outer = self._asking
        callee = message.args[0] if message.args else None
        own = self._own.get(callee.number) if isinstance(callee, Yours) else None
        self._asking = asking_for(
            f"to {policy.place_of(own)}", message.op, (own, *message.args[1:])
        )
        self.has_given = self.has_given or not is_pytests_own(own)
        try:
            return super()._perform(message)
        finally:
            self._asking = outer

    def perform(self, op: str, args: list[Any], named: dict[str, Any]) -> Any:
        if not args or id(args[0]) not in self._own_numbers:
            raise policy.Refused("only an object that the test handed over can be used")
        return policy.perform(op, args, named, self.learned)

    def dump_error(self, error: BaseException) -> Value:
        written = super().dump_error(error)
        if isinstance(written, Raised):
            exceptions.hold_back_assertions(written)
        return written

    def failure(self, error: BaseException) -> BaseException:
        if isinstance(error, policy.Refused):
            return AttributeError(str(error))
        if isinstance(error, AssertionError) or not isinstance(error, Exception):
            self.pending = self.pending or error
            return AssertionError()
        return error

    def module_told(self, name: str) -> str:
        """Keep the name of a module that was handed in, or that the reference's are of.

        Who looks another up would find one of this side's, a hidden file too, and its source.
        """
        is_staged = file_of(name, self.sources) is not None
        return name if self.learned.admits(Deed.IS_OF, name) or is_staged else _NO_MODULE

    def file_of(self, module: str) -> str:
        return file_of(module, self.sources) or super().file_of(module)

    def names_used(self, module: str, name: str, line: int) -> tuple[str, ...]:
        return names_used(self.sources, module, name, line)

    # -- messages

    def before_send(self) -> tuple[list[tuple[int, str]], dict[str, Value]]:
        changed = self.watch.changes()
        if not changed:
            return [], {}
        if self._asking.op != _BEGIN and gives_something(changed):
            self.has_given = True
        return [], {name: self.marshal.dump(value) for name, value in changed.items()}

    def after_receive(self, message: Message) -> None:
        if not self.output.print(message.printed):
            self.broken = "printed"
            raise TooMuchPrinted
        if message.kind == TELL:
            self.hear_place(message.args)
            return
        self.watch.look_at_files()
        if not message.extra.keys() <= _TOLD_BESIDE:
            raise Malformed("something else beside an answer")
        if message.extra:
            self.building += 1  # what is warned of and logged is no result
            try:
                told = {name: self.marshal.load(box, name) for name, box in message.extra.items()}
            finally:
                self.building -= 1
            if "files" in told:
                self.watch.take_files(told["files"])
            self._told_of = told

    def too_deep(self) -> TooDeep:
        self.broken = "deep"
        return super().too_deep()

    def breach(self, why: str) -> Breach:
        self.broken = "breach"
        self.breach_reason = why
        return Breach(why)

    def place(self) -> str:
        return place_below(self._hidden)


def _holds_data(value: Any) -> bool:
    return not number_of(value) and describe.as_base_data(value) is not None


def _asked_of(name: str, args: tuple[Any, ...]) -> frozenset[str]:
    """Say what the gate must know of what a question is asked of."""
    if name.startswith("__array"):
        return _BY_INTERFACE
    owner = args[0] if args else None
    if not number_of(owner):
        return _OF_OTHERS
    if isinstance(owner, RemoteModule):
        return _OF_MODULES
    return _OF_FUNCTIONS if is_labelled(owner) else _OF_OTHERS
