"""The examiner's end of the border: asks the jail, and answers what the jail may ask of a test."""

import inspect
import types
from collections.abc import Callable
from typing import Any, ClassVar, Literal

import msgspec

from .connection import Connection, ConnectionClosed, Frame, Malformed
from .contract import Action, Shape, Terms
from .data_types import data_base, plain_content
from .errors import dump_error, hide_end_signal
from .facts import ClassFacts
from .gate import Gate
from .inert import CannotCross, Inert, Wrong, WrongResult
from .modules import file_of
from .operators import ask_special, operand_of, role_of
from .peer import Peer
from .proxies import (
    RemoteIterator,
    RemoteMeta,
    RemoteModule,
    RemoteObject,
    handle_of,
)
from .records import Records
from .shared_names import name_builtin
from .special_methods import FAMILY
from .surroundings import Surroundings, TooMuchPrinted
from .test_objects import TestObjects


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
        self.records = Records()
        self.objects = self.test_objects = TestObjects(terms, self.gate.refuse)
        self.surroundings = surroundings
        self.take_extras = surroundings.take
        self.operations = self.test_objects.operations
        self.sources: dict[str, bytes] = {}
        # why nothing more can be asked
        self.broken: Literal["ended", "printed", "breach", "memory"] | None = None
        self.breach_reason = ""
        self.has_given = False  # whether anything of the hidden cases has reached the jail
        # hears of the line where the submission is
        self.hear_place: Callable[[list[Any]], None] = lambda place: None
        # what a callback raised that ends the case, whatever the submission catches
        self.pending: BaseException | None = None
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
        """Ask the jail; raises what a callback of the test raised meanwhile that ends the case."""
        if self.broken is not None:
            raise SubmissionEnded(self.broken)
        known = len(self.gate.denied)
        result: Any = None
        try:
            result = super().ask(path, operation, *values)
            self.gate.check_items(path, result)
        except ConnectionClosed:
            self.broken = "ended"
            raise SubmissionEnded("ended") from None
        except CONTROL as end:
            self.broken = "printed" if isinstance(end, TooMuchPrinted) else self.broken
            raise
        except BaseException as error:
            if self.pending is None:
                if self.nesting == 0:
                    self._check_files()
                is_end = values[1:2] == ("__next__",)  # of an iterator, as it may be
                hidden = error if is_end else hide_end_signal(error, path, self.terms)
                if hidden is not error:
                    raise hidden from error
                raise
        if self.nesting == 0:
            if self.pending is not None:
                pending, self.pending = self.pending, None
                raise pending
            self._check_files()
            if len(self.gate.denied) > known and not issubclass(type(result), Inert):
                return self.gate.stand_in(self.gate.denied[known])
        return result

    def _check_files(self) -> None:
        if self.surroundings.has_changed_others:
            self.surroundings.has_changed_others = False
            self.gate.refuse(WrongResult(Wrong.FILE_CHANGED, self.gate.latest))

    def call(self, owner: Any, role: str, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Make a call, and note it with what it gave or raised."""
        self.has_given = True
        is_instance = issubclass(type(owner), RemoteObject)
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
                self.terms.admit_instance(role)
            raise
        else:
            self.records.end(text, result)
            return result
        finally:
            self.gate.latest = outer if self.nesting else shown

    special = ask_special

    def note_answer(self, owner: Any, name: str, other: Any) -> None:
        """Record that the reference's special method answered about a value."""
        self.terms.note_answer(role_of(owner), FAMILY[name], operand_of(other))

    def content(self, owner: RemoteIterator, path: str) -> Any:
        """Get the items of an object whose class extends a container, as that container.

        The question whose answer held the object is still under way: its `ask` looks at the result.
        """
        return Peer.ask(self, path, "content", owner)

    def describe(self, number: int) -> ClassFacts:
        """Ask what a class is made of, while the answer that held it is being read."""
        data = Peer.ask(self, "", "describe", number)
        try:
            return msgspec.msgpack.decode(data, type=ClassFacts)
        except (msgspec.DecodeError, TypeError):
            raise Malformed("a class that is none") from None

    def get(self, owner: Any, name: str) -> Any:
        if name == "__all__" and type(owner) is RemoteModule:
            names = self.ask("dir()", "stars", owner)
            module = owner.__name__
            known = [name for name in names if type(name) is str]
            return [name for name in known if self.terms.admits(Action.STARS, f"{module}.{name}")]
        path = f"{role_of(owner)}.{name}"
        try:
            return self.ask(path, "get", owner, name)
        except AttributeError:
            if type(owner) is RemoteModule and self.terms.has_own(path, Shape.FUNCTION):
                return self.ask(path, "leave unwritten", owner, name)
            raise

    def file_of(self, module: str) -> str:
        return file_of(module, self.sources) or f"<{module}>"

    def signature(self, owner: Any) -> inspect.Signature:
        """Build a signature of its parts."""
        path = f"{role_of(owner)}.__signature__"
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
        except (TypeError, ValueError, LookupError):
            raise ValueError("no signature found") from None

    def import_module(self, name: str, *, again: bool = False) -> types.ModuleType:
        """Have the submission's module imported in the jail."""
        found = self.ask(f"import {name}", "import", name, again)
        if not isinstance(found, RemoteModule):
            raise self.breach("a module that is none")
        return found

    # -- the two ends of Peer

    def take_notice(self, frame: Frame) -> None:
        super().take_notice(frame)
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
        extras = self.surroundings.changes(self.codec.dump)
        self.has_given = self.has_given or bool(extras.keys() - {"seeds"})
        if dropped:
            extras["dropped"] = sorted({*dropped} - self._held.keys())
        if self._starts_case:
            self._starts_case = False
            extras["case"] = True
        # within another question an answer may be half read: only the codec holds its containers
        if self.nesting == 1 and (forgotten := self.codec.forget_unshared()):
            extras["forgotten"] = forgotten
        return {**extras}

    def breach(self, reason: str) -> BaseException:
        self.broken, self.breach_reason = "breach", reason
        return SubmissionEnded("breach")

    def dump_object(self, value: Any) -> Any:
        if issubclass(type(value), Inert):
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
            return dump_error(AssertionError() if _says_more(value) else value, self, links=0)
        base = data_base(type(value))
        if base is type(value):
            raise CannotCross(f"A hidden case hands over a {base.__name__} of what is no data.")
        if base is not None and not callable(value):
            return self.codec.dump(plain_content(value, base))
        return self.test_objects.dump(value)

    def load_object(self, wire: list[Any], path: str) -> Any:
        return self.gate.let_in(wire, path)

    def load_error(self, wire: Any, path: str) -> BaseException:
        return self.gate.let_in_raised(wire, path)

    def note_raised(self, error: BaseException) -> None:
        if isinstance(error, CONTROL):
            raise error
        if _says_more(error):
            self.pending = self.pending or error

    def dump_class(self, cls: type[BaseException]) -> Any:
        return None  # the jail has the names of its bases

    # -- what the jail asks

    def path_of(self, frame: Any) -> str:
        return self.test_objects.path_of(frame.body[0] if frame.body else None)


def _says_more(error: BaseException) -> bool:
    """Whether an error of the test, not the submission's, says what the test expected."""
    is_news = isinstance(error, AssertionError) or not isinstance(error, Exception)
    return is_news and not hasattr(error, "_grader_types")
