"""A client that pytest can collect over before there is a submission.

Importing pytest files and collecting their cases costs more than judging a small submission. It
is done once for each lesson, with proxies of the functions that the reference has; a fork of
the process then binds these proxies to a submission. A class cannot be made in advance, so where
it was imported to is noted and filled in later; that is the same as having imported it only where
nothing but a plain import was done with it, which is made sure of. What cannot be served in advance
(a constant, a subclass, a call while collecting) is collected again for each submission.
"""

import gc
import sys
import types
from typing import Any, NoReturn

import msgspec
from msgspec import Struct, field

from grader.border.client import CONTROL, Client
from grader.border.connection import Connection
from grader.border.contract import Contract, Terms
from grader.border.errors import shown_type
from grader.border.facts import FunctionFacts
from grader.border.proxies import (
    NEVER_ASKED,
    Handle,
    RemoteFunction,
    RemoteMeta,
    RemoteModule,
    own_dict,
)
from grader.border.surroundings import Surroundings

from .events import EarlyNames, HiddenParts
from .fair_calls import hidden_parts, parts_of

Place = tuple[dict[str, Any], str]
# pytest asks all that it sees whether they have these
PROBES = NEVER_ASKED | {"__bases__", "__test__", "__wrapped__"}


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
    """A submission does not fit the proxies that were made in advance."""


class RecordingClient(Client):
    """Notes what is asked before the first case."""

    def __init__(self, connection: Connection, terms: Terms, surroundings: Surroundings) -> None:
        super().__init__(connection, terms, surroundings)
        self.early = EarlyNames()
        self.hidden = HiddenParts()

    def ask(self, path: str, operation: str, *values: Any) -> Any:
        is_early = not self.terms.id and operation != "begin"
        called = ""
        if operation == "call" and type(values[0]) is RemoteFunction:
            called = str(values[0].__name__)
            self.hidden.parts |= hidden_parts(
                called, (*values[1], *(value for named in values[2:] for value in named.values()))
            )
        try:
            result = super().ask(path, operation, *values)
        except BaseException as error:
            if is_early and not (operation == "get" and values[1] in PROBES):
                self.early.can_wait = False
            self.hidden.raised.add(f"{called}|{shown_type(error).partition('|')[0]}")
            raise
        if called:
            self.hidden.parts |= parts_of([result])
        if is_early:
            self._note_early(operation, values, result)
        return result

    def _note_early(self, operation: str, values: tuple[Any, ...], result: Any) -> None:
        is_of_module = operation == "get" and type(values[0]) is RemoteModule
        if operation == "import" and type(result) is RemoteModule:
            self.early.modules.append(values[0])
        elif is_of_module and type(result) is RemoteFunction:
            facts = msgspec.structs.astuple(own_dict(result)["_grader_facts"])
            self.early.functions.append((values[0].__name__, values[1], facts))
        elif is_of_module and issubclass(type(result), RemoteMeta):
            self.early.classes.append((values[0].__name__, values[1]))
        else:
            self.early.can_wait = False


class TemplateClient(Client):
    """Answers from what the reference had, until it is bound to a submission."""

    def __init__(self, early: EarlyNames, contract: Contract, most_printed: int) -> None:
        terms = Terms(contract, is_recording=False)
        super().__init__(None, terms, Surroundings(terms, most_printed))
        self._early_facts = {(module, name): facts for module, name, facts in early.functions}
        self._known_classes = set(early.classes)
        self._early_modules: dict[str, RemoteModule] = {}
        self._early_classes: list[EarlyImport] = []
        self._early_functions: list[tuple[RemoteModule, str, RemoteFunction]] = []
        self._was_asked = False  # what only a submission can answer

    def ask(self, path: str, operation: str, *values: Any) -> Any:
        if operation == "begin":
            return super().ask(path, operation, *values)
        if operation == "import":
            return self._early_modules.setdefault(values[0], self._early_module(values[0]))
        if operation == "get" and type(values[0]) is RemoteModule:
            return self._early_name(values[0], values[1])
        raise self._not_in_advance(operation)

    def file_of(self, module: str) -> NoReturn:
        raise self._not_in_advance("a file")

    def _not_in_advance(self, what: str) -> NotInAdvance:
        self._was_asked = True  # also where a hidden file goes on without
        return NotInAdvance(what)

    def _early_module(self, name: str) -> RemoteModule:
        module = RemoteModule(name)
        own_dict(module)["_grader_handle"] = Handle(self, 0, name)
        return module

    def _early_name(self, module: RemoteModule, name: str) -> Any:
        if (module.__name__, name) in self._known_classes:
            self._early_classes.append(EarlyImport(module, name))
            return self._early_classes[-1].made
        facts = self._early_facts.get((module.__name__, name))
        if facts is None:
            if name in PROBES:
                raise AttributeError(name)
            raise self._not_in_advance(name)
        handle = Handle(self, 0, f"{module.__name__}.{name}")
        made = RemoteFunction(handle, FunctionFacts(*facts))
        self._early_functions.append((module, name, made))
        return made

    def is_ready(self) -> bool:
        """Whether everything that was collected can be bound to a submission."""
        return find_places(self._early_classes) and not self._was_asked

    def bind(self) -> None:
        """Turn into a plain client of a submission that has begun, so that a call costs no more.

        Raises Unbound where the submission differs in kind from the reference.
        """
        self.__class__ = Client  # type: ignore[assignment] # which mypy takes for a wider type
        self.terms.start_case("")
        try:
            for name, module in self._early_modules.items():
                own_dict(module).update(own_dict(self.import_module(name)))
            for module, name, function in self._early_functions:
                found = self.get(module, name)
                if type(found) is not RemoteFunction:
                    raise Unbound(name)
                own_dict(function).update(own_dict(found))
                self.gate.proxies.replace_function(found, function)
            for one in self._early_classes:
                cls = self.get(one.module, one.name)
                if not issubclass(type(cls), RemoteMeta):
                    raise Unbound(one.name)
                fill_in(one, cls)
        except (Unbound, *CONTROL):
            raise
        except BaseException as error:
            raise Unbound(type(error).__name__) from error
