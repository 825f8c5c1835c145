"""A session that pytest can collect over before there is a submission.

Importing pytest files and collecting their cases costs more than judging a small submission. It
is done once for each lesson, with stand-ins for the functions that the reference has; a fork of
the process then binds these stand-ins to a submission. A class cannot be made in advance, so where
it was imported to is noted and filled in later; that is the same as having imported it only where
nothing but a plain import was done with it, which is made sure of. What cannot be served in advance
(a constant, a subclass, a call while collecting) is collected again for each submission.
"""

import gc
import sys
import types
from collections.abc import Iterable
from typing import Any, NoReturn

from msgspec import Struct, field

from grader.bridge.contract import Contract, Learned
from grader.bridge.exceptions import CONTROL
from grader.bridge.modules import RemoteModule
from grader.bridge.session import Session
from grader.wire.channel import Channel
from grader.wire.classes import RemoteMeta
from grader.wire.functions import RemoteFunction
from grader.wire.standins import NEVER_ASKED, NUMBER, StandIn, number_of, own_dict
from grader.wire.values import Mine

from .events import EarlyNames, HiddenParts
from .failure import shown_type
from .fair_calls import hidden_parts, parts_of

Place = tuple[dict[str, Any], str]
# pytest asks all that it sees whether they have these
PROBES = NEVER_ASKED | {"__bases__", "__test__", "_mock_name"}
_AS_WRITTEN = ("doc", "line", "flags", "arguments", "count")  # what is told of a function's text


class NotInAdvance(Exception):
    """Something is asked while collecting that only a submission can answer."""


class EarlyClass:
    """Holds the place of a class; whoever does anything with it is refused, and noticed."""

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            return RemoteMeta  # inspect.isclass says yes, as it will
        if name in PROBES:
            raise AttributeError(name)
        return _refuse(self)


def _refuse(early: Any, *_given: Any, **_named: Any) -> NoReturn:
    object.__setattr__(early, "is_touched", True)
    raise NotInAdvance("a class was used")


for _name in (
    "__call__ __instancecheck__ __subclasscheck__ __mro_entries__ __getitem__ __iter__ __len__ "
    "__contains__ __dir__ __repr__ __str__ __format__ __or__ __ror__ __setattr__ __delattr__ "
    "__reduce_ex__"
).split():
    setattr(EarlyClass, _name, _refuse)


class EarlyImport(Struct):
    """One import of a class: what was imported, and to which names."""

    module: Any
    name: str
    made: EarlyClass = field(default_factory=EarlyClass)
    places: list[Place] = []


def find_places(imports: list[EarlyImport]) -> bool:
    """Note where each class was imported to; False if more was done with one."""
    _note_places(imports)
    unused = EarlyImport(None, "")
    *held, by_us = [sys.getrefcount(one.made) for one in (*imports, unused)]
    for one, count in zip(imports, held, strict=True):
        # what is held by more than names is a base class, a parameter, a default, ...
        is_touched = "is_touched" in object.__getattribute__(one.made, "__dict__")
        if is_touched or count != len(one.places) + by_us:
            return False
    return True


def _note_places(imports: list[EarlyImport]) -> None:
    by_id = {id(one.made): one for one in imports}
    for names in _namespaces(imports):
        for key, value in names.items():
            if id(value) in by_id:
                by_id[id(value)].places.append((names, key))


def fill_in(one: EarlyImport, cls: type) -> None:
    """Put the submission's class where it was imported to."""
    for names, key in one.places:
        names[key] = cls


def _namespaces(imports: list[EarlyImport]) -> list[dict[str, Any]]:
    """Find the modules' dicts, and functions' annotations, that hold any of the classes."""
    holders = gc.get_referrers(*[one.made for one in imports])
    for owner in gc.get_referrers(*[one for one in holders if type(one) is tuple]):
        if isinstance(owner, types.FunctionType):
            _ = owner.__annotations__  # a tuple until somebody looks at it, and then a dict
    holders = gc.get_referrers(*[one.made for one in imports])
    found = {id(one): one for one in holders if type(one) is dict}
    owners = gc.get_referrers(*found.values())
    spaces = {id(vars(one)) for one in owners if isinstance(one, types.ModuleType)}
    spaces |= {id(one.__annotations__) for one in owners if isinstance(one, types.FunctionType)}
    return [names for key, names in found.items() if key in spaces]


class Unbound(Exception):
    """A submission does not fit the stand-ins that were made in advance."""


class RecordingSession(Session):
    """Notes what is asked before the first case."""

    def __init__(
        self, channel: Channel, learned: Learned, hidden_folder: str, stop_at: int
    ) -> None:
        super().__init__(channel, learned, hidden_folder, stop_at)
        self.early = EarlyNames()
        self.hidden = HiddenParts()
        self._is_early = True

    def start_case(self, case: str) -> None:
        self._is_early = False
        super().start_case(case)

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        called = ""
        if op == "call" and isinstance(args[0], RemoteFunction):
            called = str(args[0].__name__)  # what it is given is noted before it can be changed
            self.hidden.parts |= hidden_parts(called, (*args[1:], *(named or {}).values()))
        try:
            result = super().ask(op, args, named)
        except BaseException as error:
            if self._is_early and not (op == "get" and args[1] in PROBES):
                self.early.can_wait = False
            self.hidden.raised.add(f"{called}|{shown_type(error).partition('|')[0]}")
            raise
        if called:
            self.hidden.parts |= parts_of([result])
        if self._is_early and op != "begin":
            self._note_early(op, args, result)
        return result

    def _note_early(self, op: str, args: tuple[Any, ...], result: Any) -> None:
        if op == "import" and isinstance(result, RemoteModule):
            self.early.modules.append(args[0])
        elif op == "get" and isinstance(args[0], RemoteModule) and type(result) is RemoteFunction:
            facts = dict(own_dict(result)["_grader_facts"])
            self.early.functions.append((args[0].__name__, args[1], facts))
        elif op == "get" and isinstance(args[0], RemoteModule) and isinstance(result, RemoteMeta):
            self.early.classes.append((args[0].__name__, args[1]))
        else:
            self.early.can_wait = False


class _Awaited(dict[str, Any]):
    """What the reference has, where a submission will have its own under some of the names."""

    def __init__(self, known: dict[str, Any], awaited: Iterable[str]) -> None:
        super().__init__(known)
        self._awaited = frozenset(awaited)
        self.is_asked_for = False

    def __getitem__(self, name: str) -> Any:
        if name in self._awaited:
            self.is_asked_for = True  # also where a hidden file goes on without
            raise NotInAdvance(name)
        return super().__getitem__(name)


class TemplateSession(Session):
    """Answers from what the reference had, until it is bound to a submission."""

    def __init__(
        self,
        early: EarlyNames,
        contract: Contract,
        hidden_folder: str,
        stop_at: int,
        files: Iterable[str],
    ) -> None:
        super().__init__(None, Learned(contract, is_recording=False), hidden_folder, stop_at)
        texts = dict.fromkeys(files, b"")
        self.sources = _Awaited(texts, texts)
        self._awaited = [self.sources]
        self._early_facts = {(module, name): facts for module, name, facts in early.functions}
        self._known_classes = set(early.classes)
        self._early_modules: dict[str, RemoteModule] = {}
        self._early_classes: list[EarlyImport] = []
        self._early_functions: list[tuple[RemoteModule, str, RemoteFunction]] = []
        self._is_bound = False
        self._is_binding = False

    def admit(self, made: Any, kind: str, path: str) -> Any:
        # a name that the test imports may be anything; what it gives when used is looked at then
        return made if self._is_binding else super().admit(made, kind, path)

    def ask(self, op: str, args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
        if self._is_bound:
            return super().ask(op, args, named)
        if op == "import":
            return self._early_modules.setdefault(args[0], RemoteModule(self, 0, args[0]))
        if op == "get" and isinstance(args[0], RemoteModule):
            return self._early_name(args[0], args[1])
        raise NotInAdvance(op)

    def _early_name(self, module: RemoteModule, name: str) -> Any:
        if (module.__name__, name) in self._known_classes:
            self._early_classes.append(EarlyImport(module, name))
            return self._early_classes[-1].made
        facts = self._early_facts.get((module.__name__, name))
        if facts is None:
            raise NotInAdvance(name)
        self._awaited.append(_Awaited(facts, _AS_WRITTEN))
        made = RemoteFunction(self, 0, self._awaited[-1])
        self._early_functions.append((module, name, made))
        return made

    def is_ready(self) -> bool:
        """Whether everything that was collected can be bound to a submission."""
        is_asked_for = any(awaited.is_asked_for for awaited in self._awaited)
        return find_places(self._early_classes) and not is_asked_for

    def bind(self, contract: Contract, sources: dict[str, bytes], cases: str) -> None:
        """Take over a submission; raises Unbound where it differs in kind from the reference."""
        self.learned = Learned(contract, is_recording=False)
        self._is_bound = self._is_binding = True
        self.ask("begin", (sources, "submission", cases))
        try:
            for name, module in self._early_modules.items():
                imported = self.ask("import", (name, False))
                self._rebind(imported, module, "module")
                module.__doc__ = imported.__doc__
            for module, name, function in self._early_functions:
                found = self.get(module, name)
                if type(found) is not RemoteFunction:
                    raise Unbound(name)
                own_dict(function).update(own_dict(found))
                self._rebind(found, function, "function")
            for one in self._early_classes:
                cls = self.get(one.module, one.name)
                if not isinstance(cls, RemoteMeta):
                    raise Unbound(one.name)
                fill_in(one, cls)
        except (Unbound, *CONTROL):
            raise
        except BaseException as error:
            raise Unbound(type(error).__name__) from error
        finally:
            self._is_binding = False

    def _rebind(self, found: Any, made: Any, kind: str) -> None:
        if not isinstance(found, StandIn) or (kind == "module") != isinstance(found, RemoteModule):
            raise Unbound(kind)
        number = number_of(found)
        own_dict(made)[NUMBER] = number
        self._told[number] = Mine(number, kind)
        self._theirs[number] = made
