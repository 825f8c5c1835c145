"""The examiner's end of the border: asks the jail, and answers what the jail may ask of a test."""

import importlib
import inspect
import sys
import types
from collections.abc import Callable
from typing import Any, ClassVar, Literal

import msgspec

from . import facts
from .connection import Connection, ConnectionClosed, Frame, Malformed
from .contract import Deed, Operand, Shape, Terms
from .data_types import data_base, plain_content
from .errors import ErrorReader, dump_error, hide_end_signal
from .gate import Gate
from .inert import CannotCross, Inert, Refusal, Wrong
from .modules import file_of
from .peer import Peer
from .proxies import (
    Handle,
    RemoteIterator,
    RemoteMeta,
    RemoteModule,
    RemoteObject,
    handle_of,
)
from .records import Records
from .shared_names import Unknown, find_builtin, name_builtin
from .special_methods import FAMILY
from .surroundings import Surroundings, TooMuchPrinted
from .test_objects import TestObjects

MAX_NAMES = 10_000


class SubmissionEnded(BaseException):
    """The submission's process is gone or broke the rules; a new pair must be made."""


# raised by the client itself: no case and no submission may answer for them
CONTROL = (SubmissionEnded, TooMuchPrinted)


class Client(Peer):
    """Asks one submission, under the contract."""

    first_number: ClassVar[int] = 1

    def __init__(
        self, connection: Connection | None, terms: Terms, surroundings: Surroundings
    ) -> None:
        super().__init__(connection)  # type: ignore[arg-type] # which is there before it is asked
        self.terms = terms
        self.gate = Gate(self, terms, self.codec.load)
        self.codec.note = self.gate.note_data
        self.errors = ErrorReader(self.gate, self.codec.load)
        self.records = Records()
        self.test_objects = TestObjects(terms, self.gate.refuse)
        self.surroundings = surroundings
        self.sources: dict[str, bytes] = {}
        # why nothing more can be asked
        self.broken: Literal["ended", "printed", "breach", "memory"] | None = None
        self.breach_reason = ""
        self.has_given = False  # whether anything of the hidden cases has reached the jail
        self.hear_place: Callable[[list[Any]], None] = lambda place: None
        self.pending: BaseException | None = None  # what a callback raised that ends the case
        self._held: dict[int, int] = {}
        self._dropped: list[int] = []
        self._starts_case = False

    def start_case(self, case: str) -> None:
        """Turn to one case."""
        self.terms.start_case(case)
        self.gate.start_case()
        self.records = Records()
        self.codec.forget()
        self.pending = None
        self._starts_case = True

    # -- asking

    def ask(self, path: str, operation: str, *values: Any) -> Any:
        """Ask the jail, unless it is gone; what a callback raised meanwhile ends the case."""
        if self.broken is not None:
            raise SubmissionEnded(self.broken)
        if self.nesting == 0:
            self.gate.has_refused = False
        result = None
        try:
            result = super().ask(path, operation, *values)
        except ConnectionClosed:
            self.broken = "ended"
            raise SubmissionEnded("ended") from None
        except TooMuchPrinted:
            self.broken = "printed"
            raise
        except SubmissionEnded:
            raise
        except BaseException as error:
            if self.pending is None:
                hidden = hide_end_signal(error, path, self.terms)
                if hidden is not error:
                    raise hidden from error
                raise
        if self.pending is not None and self.nesting == 0:
            pending, self.pending = self.pending, None
            raise pending
        if self.gate.has_refused and self.nesting == 0 and type(result) is not Inert:
            return self.gate.inert_whole()
        return result

    def call(self, owner: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Make a call, and note it with what it gave or raised."""
        self.has_given = True
        role, is_instance = self._role(owner), issubclass(type(owner), RemoteObject)
        path = f"{role}.__call__()" if is_instance else f"{role}()"
        shown = (type(owner) if is_instance else owner).__qualname__.rpartition("<locals>.")[2]
        outer, self.gate.latest = self.gate.latest, shown
        text = self.records.begin(shown, args, named)
        try:
            result = self.ask(path, "call", owner, args, *([named] if named else ()))
        except BaseException as error:
            if hasattr(error, "_grader_types") or isinstance(error, Exception):
                self.records.end(text, error, is_error=True)
            if isinstance(error, Exception) and isinstance(owner, RemoteMeta):
                self.terms.note_instance(role)
            raise
        else:
            self.records.end(text, result)
            return result
        finally:
            self.gate.latest = outer if self.nesting else shown

    def special(self, owner: Any, name: str, args: tuple[Any, ...]) -> Any:
        role = self._role(owner)
        return self.ask(_path_of(role, name), "special", owner, name, args)

    def hear(self, owner: Any, name: str, args: tuple[Any, ...]) -> Any:
        """Have a special method that hears a value answer.

        It is believed where the reference's answered for this role and kind of operand. Elsewhere
        it is asked all the same, since what it raises counts, and it may only deny.
        """
        role, family = self._role(owner), FAMILY[name]
        operand = _operand(args[1] if name == "__exit__" else args[0])
        if name == "__exit__":  # a traceback of this end means nothing over there
            args = (*args[:2], None)
        is_believed = self.terms.is_recording or self.terms.believes(role, family, operand)
        if name == "__contains__" and not is_believed and hasattr(type(owner), "__iter__"):
            return any(item is args[0] or item == args[0] for item in owner)
        answer = self.ask(f"{role}.<{family}>()", "special", owner, name, args)
        if answer is NotImplemented:
            return answer
        if is_believed:
            self.terms.note_answer(role, family, operand)
            return answer
        denies = name == "__ne__" if answer is True else name == "__eq__" and answer is False
        is_itself = args[0] is owner and answer is (name == "__eq__")
        if denies or is_itself or (name == "__exit__" and not answer):
            return answer
        return self.gate.refuse(Refusal(Wrong.BELIEVED, f"{type(owner).__name__}.{name}"))

    def note_answer(self, owner: Any, name: str, other: Any) -> None:
        """Record that the reference's special method answered about a value."""
        self.terms.note_answer(self._role(owner), FAMILY[name], _operand(other))

    def iterate(self, handle: Handle) -> Any:
        """Have an object that has an iterator give it."""
        carrier = RemoteIterator(handle, facts.IteratorFacts(handle.number, ""))
        return self.special(carrier, "__iter__", ())

    def content(self, handle: Handle, path: str) -> Any:
        """Get what an object of a class that extends a container holds, as plain data."""
        carrier = RemoteIterator(handle, facts.IteratorFacts(handle.number, ""))
        return self.ask(path, "content", carrier)

    def describe(self, number: int) -> facts.ClassFacts:
        """Ask what a class is that came; the question that it came with sees to what fails."""
        data = Peer.ask(self, "", "describe", number)
        try:
            return msgspec.msgpack.decode(data, type=facts.ClassFacts)
        except (msgspec.DecodeError, TypeError):
            raise Malformed("a class that is none") from None

    def get(self, owner: Any, name: str) -> Any:
        if name == "__all__" and type(owner) is RemoteModule:
            names = self.ask("dir()", "stars", owner)
            module = owner.__name__
            known = [name for name in names if type(name) is str]
            return [name for name in known if self.terms.admits(Deed.STARS, f"{module}.{name}")]
        return self.ask(f"{self._role(owner)}.{name}", "get", owner, name)

    def set(self, owner: Any, name: str, value: Any) -> None:
        self.ask("", "set", owner, name, value)

    def delete(self, owner: Any, name: str) -> None:
        self.ask("", "delete", owner, name)

    def file_of(self, module: str) -> str:
        return file_of(module, self.sources) or f"<{module}>"

    def member(self, owner: Any, name: str) -> Any:
        """Get what stands in the namespace of an object, a class or a module."""
        return self.ask(f"{self._role(owner)}.__dict__.{name}", "member", owner, name)

    def doc_of(self, function: Any) -> str | None:
        """Give the docstring of a function."""
        doc: str | None = function._grader_facts.doc
        return doc

    def names(self, owner: Any) -> list[str]:
        found = self.ask("dir()", "names", owner)
        if type(found) is not list or {str}.issuperset(map(type, found)) is False:
            raise self.breach("names that are none")
        return found[:MAX_NAMES]

    def signature(self, owner: Any) -> inspect.Signature:
        """Build a signature of the parts that the jail tells."""
        path = f"{self._role(owner)}.__signature__"
        rows = self.ask(path, "signature", owner)
        try:
            parameters = [
                inspect.Parameter(
                    name,
                    inspect._ParameterKind(kind),
                    default=default[0] if default else inspect.Parameter.empty,
                    annotation=annotation[0] if annotation else inspect.Parameter.empty,
                )
                for name, kind, default, annotation in rows[1:]
            ]
            returns = rows[0][0] if rows[0] else inspect.Signature.empty
            return inspect.Signature(parameters, return_annotation=returns)
        except (TypeError, ValueError):
            raise ValueError("no signature found") from None

    def import_module(self, name: str, *, again: bool = False) -> types.ModuleType:
        """Have the submission's module imported in the jail."""
        found = self.ask(f"import {name}", "import", name, again)
        if not isinstance(found, RemoteModule):
            raise self.breach("a module that is none")
        return found

    def _role(self, owner: Any) -> str:
        handle = handle_of(owner)
        return "" if handle is None else handle.name

    # -- the two ends of Peer

    def take_told(self, frame: Frame) -> None:
        super().take_told(frame)
        if frame.body:
            self.hear_place(frame.body)

    def hold(self, number: int) -> None:
        self._held[number] = self._held.get(number, 0) + 1

    def drop(self, number: int) -> None:
        left = self._held.get(number, 0) - 1
        if left > 0:
            self._held[number] = left
        else:
            self._held.pop(number, None)
            self._dropped.append(number)

    def extras(self) -> dict[str, Any]:
        dropped, self._dropped = self._dropped, []
        told = self.surroundings.changes(self.codec.dump)
        if dropped:
            told["dropped"] = [number for number in dropped if number not in self._held]
        if self._starts_case:
            self._starts_case = False
            told["case"] = True
        # a question within another may be asked while an answer is read, whose parts nothing holds
        unshared = self.codec.unshared() if self.nesting == 1 else []
        if unshared:
            self.codec.forget(unshared)
            told["forgotten"] = unshared
        return {**told}

    def take_extras(self, extras: dict[str, Any]) -> None:
        self.surroundings.take(extras)

    def breach(self, reason: str) -> BaseException:
        self.broken, self.breach_reason = "breach", reason
        return SubmissionEnded("breach")

    def dump_object(self, value: Any) -> Any:
        if type(value) is Inert:
            handle = object.__getattribute__(value, "_grader_handle")
            if handle is None:
                raise CannotCross("Data that holds an object of the submission was handed over.")
            return ["yours", handle.number]
        found = handle_of(value)
        if found is not None:
            return ["yours", found.number]
        if isinstance(value, RemoteMeta):
            raise CannotCross("A test's class that extends one of the submission's cannot cross.")
        if (named := name_builtin(value)) is not None:
            return ["named", *named]
        if isinstance(value, BaseException):
            return dump_error(value, self)
        base = data_base(type(value))
        if base is not None and not callable(value):
            return self.codec.dump(plain_content(value, base))
        return self.test_objects.dump(value)

    def load_object(self, wire: list[Any], path: str) -> Any:
        tag = wire[0]
        if tag == "yours" and len(wire) == 2 and type(wire[1]) is int:
            value = self.test_objects.find(wire[1])
            if self.terms.role_at(path, Shape.TEST, []) is None and path:
                return self.gate.inert_whole()
            return value
        if tag == "named" and len(wire) in (3, 4):
            if len(wire) == 4 and self.terms.has_own(path):  # which is called in the jail
                return self.gate.let_in(wire[3], path)
            return self._load_named(*wire[1:3])
        if tag == "error":
            told = facts.read(facts.ErrorFacts, wire)
            role = self.terms.role_at(path, Shape.ERROR, [name for _, name in told.types[:1]])
            if role is None:
                self.gate.has_refused = True
                return self.gate.inert_whole()
            return self.errors.load(told, f"{path}!")
        return self.gate.let_in(wire, path)

    def _load_named(self, module: Any, name: Any) -> Any:
        """Find what both ends have; what the reference does not use is loaded for no submission."""
        is_used = not name and self.terms.admits(Deed.USES, f"module {module}")
        try:
            if is_used and str(module).partition(".")[0] in sys.stdlib_module_names:
                importlib.import_module(str(module))
            return find_builtin(module, name)
        except (Unknown, ImportError):
            return self.gate.inert_whole()

    def dump_error(self, error: BaseException) -> list[Any]:
        says_more = isinstance(error, AssertionError) or not isinstance(error, Exception)
        if says_more and not hasattr(error, "_grader_types"):  # or it is the submission's own
            self.pending = self.pending or error  # what a test expected is no news for a jail
            error = AssertionError()
        return dump_error(error, self)

    def dump_part(self, value: Any) -> Any:
        try:
            return self.codec.dump(value)
        except Exception:
            return None

    def dump_error_class(self, cls: type[BaseException]) -> Any:
        return None  # whose names the jail is told

    def number_of_error(self, error: BaseException) -> int:
        return self.test_objects.number_of(error)

    def place_of(self, error: BaseException) -> tuple[str, int]:
        return "", 0

    def load_error(self, wire: Any, path: str) -> BaseException:
        if type(wire) is list and wire[:1] == ["yours"] and len(wire) == 2:
            found = self.test_objects.find(wire[1])
            if isinstance(found, BaseException):
                return found
        if type(wire) is not list or wire[:1] != ["error"]:
            raise Malformed("an exception that is none")
        return self.errors.load(facts.read(facts.ErrorFacts, wire), path)

    # -- what the jail asks

    def find_operation(self, name: str) -> Callable[..., Any]:
        return self.test_objects.find_operation(name)

    def path_of(self, frame: Any) -> str:
        number = frame.body[0][1] if frame.body and type(frame.body[0]) is list else None
        return self.test_objects.path_of(number)

    def ends_all(self, error: BaseException) -> bool:
        return isinstance(error, CONTROL)


def _path_of(role: str, name: str) -> str:
    """Name what a special method gives: items by whichever way the class gives them."""
    if name in ("__next__", "__getitem__", "__missing__"):
        return f"{role}[]"
    return role if name in ("__iter__", "__reversed__", "__get__") else f"{role}.{name}()"


def _operand(value: Any) -> Operand:
    if isinstance(value, BaseException) or (
        isinstance(value, type) and issubclass(value, BaseException)
    ):
        return Operand.ERROR
    is_data = data_base(type(value)) is not None or value is None or type(value) is bool
    return Operand.DATA if is_data and handle_of(value) is None else Operand.OBJECT
