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
from collections.abc import Container, Iterator
from typing import Any, NoReturn

from msgspec import Struct

from grader.border.client import CONTROL, Client
from grader.border.connection import Connection
from grader.border.contract import Contract, Terms
from grader.border.proxies import (
    NEVER_ASKED,
    Handle,
    RemoteFunction,
    RemoteMeta,
    RemoteModule,
    own_dict,
)
from grader.border.surroundings import Surroundings

from .jobs import EarlyNames

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
    """One import of a class or function: what it gave, and of a class to which names."""

    module: RemoteModule
    name: str
    made: Any
    places: list[Place] = []


def find_places(imports: list[EarlyImport]) -> bool:
    """Note where each class was imported to; False if more was done with one."""
    by_id = {id(one.made): one for one in imports}
    for names in _namespaces(by_id):
        for key, made_id in [(key, id(value)) for key, value in names.items()]:
            if made_id in by_id:  # no name here may hold a value when references are counted
                by_id[made_id].places.append((names, key))
    unused = EarlyImport(RemoteModule(""), "", EarlyClass())
    *held, by_us = [sys.getrefcount(one.made) for one in (*imports, unused)]
    for one, count in zip(imports, held, strict=True):
        # what is held by more than names is a base class, a parameter, a default, ...
        is_touched = "is_touched" in object.__getattribute__(one.made, "__dict__")
        if is_touched or count != len(one.places) + by_us:
            return False
    return True


def _namespaces(wanted: Container[int]) -> Iterator[dict[str, Any]]:
    """Give the names of modules, and the annotations of what is defined in those that hold one."""
    made_by_now = gc.get_objects()
    modules = [vars(one) for one in made_by_now if type(one) is types.ModuleType]
    yield from modules
    holding = {id(names) for names in modules if any(id(one) in wanted for one in names.values())}
    for one in made_by_now:
        if type(one) is types.FunctionType and id(one.__globals__) in holding:
            yield one.__annotations__  # a tuple until somebody looks at it, and then a dict


class Unbound(Exception):
    """A submission does not fit the proxies that were made in advance."""


class RecordingClient(Client):
    """Notes what is asked before the first case."""

    def __init__(self, connection: Connection, terms: Terms, surroundings: Surroundings) -> None:
        super().__init__(connection, terms, surroundings)
        self.early = EarlyNames()

    def ask(self, path: str, operation: str, *values: Any) -> Any:
        is_early = not self.terms.id and operation != "begin"
        try:
            result = super().ask(path, operation, *values)
        except BaseException:
            if is_early and not (operation == "get" and values[1] in PROBES):
                self.early.can_wait = False
            raise
        if is_early:
            self._note_early(operation, values, result)
        return result

    def _note_early(self, operation: str, values: tuple[Any, ...], result: Any) -> None:
        if operation == "import" and type(result) is RemoteModule:
            return
        is_of_module = operation == "get" and type(values[0]) is RemoteModule
        if is_of_module and type(result) is RemoteFunction:
            facts = own_dict(result)["_grader_facts"]
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
        self._facts = {(module, name): facts for module, name, facts in early.functions}
        self._known_classes = set(early.classes)
        self._modules: dict[str, RemoteModule] = {}
        self._functions: list[EarlyImport] = []
        self._classes: list[EarlyImport] = []
        self._was_asked = False  # what only a submission can answer

    def ask(self, path: str, operation: str, *values: Any) -> Any:
        if operation == "begin":
            return super().ask(path, operation, *values)
        if operation == "import":
            module = self._modules.setdefault(values[0], RemoteModule(values[0]))
            own_dict(module)["_grader_handle"] = Handle(self, 0, values[0])
            return module
        if operation == "get" and type(values[0]) is RemoteModule:
            return self._early_name(values[0], values[1])
        raise self._not_in_advance(operation)

    def file_of(self, module: str) -> NoReturn:
        raise self._not_in_advance("a file")

    def _not_in_advance(self, what: str) -> NotInAdvance:
        self._was_asked = True  # also where a hidden file goes on without
        return NotInAdvance(what)

    def _early_name(self, module: RemoteModule, name: str) -> Any:
        key = module.__name__, name
        if key in self._known_classes:
            self._classes.append(EarlyImport(module, name, EarlyClass()))
            return self._classes[-1].made
        if key in self._facts:
            handle = Handle(self, 0, ".".join(key))
            self._functions.append(
                EarlyImport(module, name, RemoteFunction(handle, self._facts[key]))
            )
            return self._functions[-1].made
        if name in PROBES:
            raise AttributeError(name)
        raise self._not_in_advance(name)

    def is_ready(self) -> bool:
        """Whether everything that was collected can be bound to a submission."""
        return find_places(self._classes) and not self._was_asked

    def bind(self) -> None:
        """Turn into a plain client of a submission that has begun, so that a call costs no more.

        Raises Unbound where the submission differs in kind from the reference.
        """
        self.__class__ = Client  # type: ignore[assignment] # which mypy takes for a wider type
        self.terms.start_case("")
        try:
            for name, module in self._modules.items():
                own_dict(module).update(own_dict(self.import_module(name)))
            for one in self._functions:
                found = self.get(one.module, one.name)
                if type(found) is not RemoteFunction:
                    raise Unbound(one.name)
                own_dict(one.made).update(own_dict(found))
                self.gate.proxies.replace_function(found, one.made)
            for one in self._classes:
                cls = self.get(one.module, one.name)
                if not issubclass(type(cls), RemoteMeta):
                    raise Unbound(one.name)
                for names, key in one.places:
                    names[key] = cls
        except (Unbound, *CONTROL):
            raise
        except BaseException as error:
            raise Unbound(type(error).__name__) from error
