"""The trusted end for a lesson whose reference needs functions, data, exceptions and files only.

Nothing arrives here but data. What a submission gives beside it is a token, which can be handed
back to it and of which nothing is ever asked; an iterator is the list of its items.
"""

from typing import Any

from grader.wire import errors
from grader.wire.atoms import Malformed
from grader.wire.conversation import Conversation
from grader.wire.functions import RemoteFunction, checked_facts
from grader.wire.iterators import KIND, Drawn, load_drawn
from grader.wire.known_classes import KNOWN_CLASSES
from grader.wire.standins import number_of
from grader.wire.values import BESIDE, Message, Mine, Named, Raised, TooLarge, Value, Yours

from . import gate
from .inert import Inert, WrongResult
from .modules import RemoteModule

_MAX_NAME = 100
_NAME = {"name"}
# what comes along with messages, and what ends them: the session's matter in either tier
_SHARED = ("before_send", "after_receive", "note_lack", "breach", "too_deep")


class FunctionsEnd(Conversation):
    """Imports, reads and calls by name, and knows of no other question."""

    def __init__(self, session: Any) -> None:
        super().__init__(session.channel, first=1)
        self._session = session
        for shared in _SHARED:
            setattr(self, shared, getattr(session, shared))
        self._names: list[tuple[str, str]] = []  # by number, from 1: module, function or nothing
        self._functions: dict[tuple[str, str], RemoteFunction] = {}

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        if op == "import":
            return self._import(*args)
        module, name = self._target(args)
        if op == "get":
            return self._get(module, args[1])
        if op == "call":
            return super().ask(op, (module, name, *args[1:]), named)
        return super().ask("names", (module,)) if op == "special" else super().ask(op, args)

    def _target(self, args: tuple[Any, ...]) -> tuple[str, str]:
        owner = args[0] if args else None
        is_known = isinstance(owner, RemoteModule | RemoteFunction)
        number = number_of(owner) if is_known else 0
        return self._names[number - 1] if number else ("", "")

    def _import(self, name: str, again: bool) -> RemoteModule:
        doc = super().ask("import", (name, again))
        return RemoteModule(self._session, self._number(name, ""), name, doc)

    def _get(self, module: str, name: str) -> Any:
        answer = super().ask("get", (module, name))
        kind, value = answer if type(answer) is tuple and len(answer) == 2 else ("", None)
        kind = kind if type(kind) is str else ""  # or its own == would say what it is
        if kind == "data":
            return value
        if kind != "function" or type(value) is not dict:
            raise self.breach("a name that is nothing")
        try:
            facts = checked_facts(dict(value))
        except Malformed as error:
            raise self.breach(f"a malformed value ({error})") from error
        made = self._functions.get((module, name))
        if made is None:
            number = self._number(module, name)
            made = self._functions[module, name] = RemoteFunction(self._session, number, facts)
        return made

    def _number(self, module: str, name: str) -> int:
        self._names.append((module, name))
        return len(self._names)

    # -- what crosses

    def answer(self, message: Message) -> None:
        raise self.breach("a question, where only answers are given")

    def dump_object(self, value: Any) -> Value:
        if type(value) is Drawn:
            return value.dump(self.marshal.dump, self.dump_error)
        if type(value) is Inert and number_of(value) > 0:
            return Yours(number_of(value))
        raise WrongResult(self._session.refuse(""))

    def load_object(self, value: Any, path: str) -> Any:
        if isinstance(value, TooLarge):
            return self._session.load_too_large(value.what)
        if isinstance(value, Named):
            return self._load_class(value, path)
        if isinstance(value, Mine) and value.kind == KIND:
            return load_drawn(value, self.marshal.load, self.load_error)
        if not isinstance(value, Mine) or value.kind != "object" or value.facts.keys() != _NAME:
            raise Malformed("what is no data")
        name = value.facts["name"]
        if value.number <= 0 or value.cls is not None or type(name) is not str:
            raise Malformed("an object without a number or a name")
        return Inert(None, self._session.refuse(name[:_MAX_NAME]), value.number)

    def _load_class(self, value: Named, path: str) -> Any:
        found = KNOWN_CLASSES.get((value.module, value.name))
        if found is None:
            raise Malformed("a name that is not known here")
        # of a defaultdict: nothing else takes a class
        learned = gate.BESIDE if path.endswith(BESIDE) else gate.NEVER
        is_let_in = gate.decide("got class", learned) is gate.Answer.OBJECT
        return found if is_let_in else Inert(None, self._session.refuse(""))

    def dump_error(self, error: BaseException) -> Value:
        raise WrongResult(self._session.refuse(""))  # that ended an iterator, and is handed back

    def load_error(self, raised: Raised, path: str) -> BaseException:
        if raised.cls is not None or raised.object is not None:
            raise Malformed("an exception that is an object")
        cls = errors.nearest_type(raised.types)
        if errors.is_own(cls, raised):
            cls = errors.worded(cls, raised.text)
        return errors.load_error(
            raised, cls, self.marshal.load, lambda cause: self.load_error(cause, path)
        )
