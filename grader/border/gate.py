"""The one gate: whatever a submission gives passes here, and is refused where no row allows it.

Plain data is counted, and looked at for what the reference never gives. Of all else the contract
says which role it plays at its name. Where it plays none, the content of a built-in type that its
class extends is taken; else it is inert.
"""

import contextlib
import importlib
import math
import sys
import weakref
from collections.abc import Callable, Iterable
from decimal import Decimal
from operator import ne
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING, Any, NoReturn

from . import facts
from .arrays import lack_of
from .connection import Malformed
from .contract import Action, Shape, Terms
from .data_types import CONTAINERS
from .errors import load_error
from .hidden_files import HiddenFiles
from .inert import Inert, Wrong, WrongResult
from .proxies import (
    Handle,
    RemoteCoroutine,
    RemoteFunction,
    RemoteIterator,
    RemoteMeta,
    RemoteModule,
    make_class,
    make_instance,
    own_dict,
)
from .shared_names import Unknown, find_builtin

if TYPE_CHECKING:
    from .client import Client

Load = Callable[[Any, str], Any]
_VIEWS = {"dict_keys": dict.keys, "dict_values": dict.values, "dict_items": dict.items}
_PATHS = frozenset((str, bytes, type(Path()), PurePosixPath))
_HAS_NAN: dict[type, Callable[[Any], bool]] = {
    float: math.isnan,
    complex: lambda value: math.isnan(value.real) or math.isnan(value.imag),
    Decimal: Decimal.is_nan,
    list: lambda items: float in set(map(type, items)) and any(map(ne, items, items)),
}


class Gate:
    """Decides what of a submission's is let in, and as what; remembers what was refused."""

    hidden: HiddenFiles  # without which no text is let in

    def __init__(self, client: "Client", terms: Terms, load: Load) -> None:
        self._client = client
        self._terms = terms
        self.load = load
        self.refusal: WrongResult | None = None  # by which the running case has failed
        self.denied: list[WrongResult] = []  # in the running case, also what nobody has used
        self.latest = ""  # the function that was called last
        self._proxies: weakref.WeakValueDictionary[tuple[int, str], Any] = (
            weakref.WeakValueDictionary()
        )
        self._kept: dict[tuple[int, str], Any] = {}  # of which there are no weak references
        self._classes: dict[int, type] = {}
        self._functions: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
        self._rows: dict[str, Callable[[list[Any], str], Any]] = {
            "object": self._object,
            "class": self._class,
            "function": self._function,
            "iterator": self._iterator,
            "module": self._module,
            "error": self._error,
            "view": self._view,
            "named": self._named,
            "yours": self._of_the_test,
        }

    def start_case(self) -> None:
        """Forget what was refused in the case before."""
        self.refusal = None
        self.denied = []
        self._kept.clear()

    def let_in(self, wire: list[Any], path: str) -> Any:
        """Read what is no plain data; raises Malformed for a tag that no row has."""
        row = self._rows.get(wire[0]) if type(wire) is list and wire else None
        if row is None:
            raise Malformed("a value of no known tag")
        return row(wire, path)

    # -- plain data

    def note_data(self, path: str, count: int, value: Any) -> None:
        """Count plain data, and fail the case for data that the reference never gives in it."""
        self._terms.note_data(path, count)
        kind = type(value)
        if kind in _PATHS:
            self._check_paths((value,))
        elif kind is list:
            self._check_paths(item for item in value if type(item) is str)
        lack = ""
        if kind in _HAS_NAN:
            lack = "nan" if _HAS_NAN[kind](value) else ""
        elif kind.__module__.partition(".")[0] in ("numpy", "pandas"):
            lack = lack_of(value)
        if lack and not self._terms.admits(Action.LACKS, lack):
            self._fail(Wrong.LACKS)

    def _check_paths(self, texts: Iterable[str | bytes | PurePath]) -> None:
        for text in texts:
            name = self.hidden.named_by(text)
            if name and not self._terms.admits(Action.NAMES, name):
                self._fail(Wrong.FILE_NAMED)

    def check_items(self, path: str, value: Any) -> None:
        """Fail the case for nothing where the reference gave something, unless its test does."""
        kind = type(value)
        is_empty = (kind in CONTAINERS or kind in (tuple, frozenset)) and not value
        is_nothing = is_empty or value is None or value is False
        # of an item nothing is known: a list that holds it is looked at whole
        if not is_nothing or path.endswith(("__", "[]")) or not self._terms.gave_at(path):
            return
        if not self._terms.admits(Action.LACKS, f"items at {path}") and is_empty:
            self.refusal = self.refusal or WrongResult(Wrong.NOTHING, self.latest)

    # -- objects

    def _object(self, wire: list[Any], path: str) -> Any:
        told = facts.read(facts.ObjectFacts, wire)
        cls = self.class_of(told.cls)
        names = [one.__name__ for one in cls.__mro__ if isinstance(one, RemoteMeta)]
        shape = Shape.ERROR if issubclass(cls, BaseException) else Shape.OBJECT
        role = self._terms.role_at(path, shape, names)
        if role is not None:
            content = None if told.base is None else self.load(told.base, f"{path}.content")
            return self.keep(told.number, role, lambda handle: make_instance(cls, content, handle))
        if told.is_callable and self._terms.role_at(path, Shape.FUNCTION, []) is not None:
            name = cls.__name__
            named = facts.FunctionFacts(told.number, name, name, cls.__module__, binds=told.binds)
            return self.keep(told.number, path, lambda handle: RemoteFunction(handle, named))
        if told.base is not None:
            return self.load(told.base, path)
        if told.is_container:
            return self._client.content(Handle(self._client, told.number, path), path)
        if told.is_iterable and self._terms.role_at(path, Shape.ITERATOR, []) is not None:
            return self._client.iterate(Handle(self._client, told.number, path))
        return self.deny(Wrong.OBJECT, cls.__name__, told.number)

    def _class(self, wire: list[Any], path: str) -> Any:
        cls = self.class_of(wire)
        handle = own_dict(cls)["_grader_handle"]
        role = self._terms.role_at(path, Shape.CLASS, [cls.__name__])
        if role is None and self._terms.role_at(path, Shape.FUNCTION, []) is not None:
            role = path
        if role is None:
            return self.deny(Wrong.OBJECT, "class", handle.number)
        handle.name = role
        return cls

    def class_of(self, *wires: Any) -> type:
        """Find or make the proxy of the first class that is known here; raises Malformed."""
        for wire in wires:
            match wire:
                case ["named", module, str(name)] if name:
                    with contextlib.suppress(Malformed):
                        found = find_builtin(module, name)
                        if isinstance(found, type):
                            return found
                case ["class", int(number)]:
                    return self._class_numbered(number)
        raise Malformed("a class that is none")

    def _class_numbered(self, number: int) -> type:
        if number not in self._classes:
            told = self._client.describe(number)
            bases = tuple(map(self.class_of, told.bases))
            self._classes[number] = make_class(
                self._client, told, bases or (object,), is_recording=self._terms.is_recording
            )
        return self._classes[number]

    def _error(self, wire: list[Any], path: str) -> Any:
        told = facts.read(facts.ErrorFacts, wire)
        names = [name for _, name in told.types[:1]]
        if self._terms.role_at(path, Shape.ERROR, names) is None:
            return self.deny(Wrong.OBJECT, "", told.number)
        return load_error(told, f"{path}!", self)

    def let_in_raised(self, wire: Any, path: str) -> BaseException:
        """Read an exception that was raised: any may be, and what it holds comes at the path."""
        found: Any = None
        match wire:
            case ["yours", number]:
                found = self._client.test_objects.find(number)
            case ["error", *_]:
                found = load_error(facts.read(facts.ErrorFacts, wire), path, self)
        if not isinstance(found, BaseException):
            raise Malformed("an exception that is none")
        return found

    def _function(self, wire: list[Any], path: str) -> Any:
        told = facts.read(facts.FunctionFacts, wire)
        name: str | None = path
        if self._terms.role_at(path, Shape.FUNCTION, []) is None:
            name = self._terms.role_at(path, Shape.CLASS, [])
        if name is None:
            return self.deny(Wrong.OBJECT, "function", told.number)
        known = self._functions.get(told.number)
        if known is None:  # one function under two names is one
            known = self.keep(told.number, name, lambda handle: RemoteFunction(handle, told))
            self._functions[told.number] = known
        return known

    def stand_for(self, found: RemoteFunction, early: RemoteFunction) -> None:
        """Have a proxy that was made in advance stand for what another one stands for."""
        handle = own_dict(found)["_grader_handle"]
        self._functions[handle.number] = self._proxies[handle.number, handle.name] = early

    def _iterator(self, wire: list[Any], path: str) -> Any:
        told = facts.read(facts.IteratorFacts, wire)
        self._terms.role_at(path, Shape.ITERATOR, [])  # which may come anywhere
        kind = RemoteCoroutine if told.is_coroutine else RemoteIterator
        return self.keep(told.number, path, lambda handle: kind(handle, told))

    def _module(self, wire: list[Any], path: str) -> Any:
        told = facts.read(facts.ModuleFacts, wire)
        is_imported = path.startswith("import ")
        if self._terms.role_at(path, Shape.MODULE, []) is None and not is_imported:
            return self.deny(Wrong.OBJECT, "module", told.number)

        def make(handle: Handle) -> RemoteModule:
            made = RemoteModule(told.name, told.doc)
            own_dict(made)["_grader_handle"] = handle
            return made

        return self.keep(told.number, told.name, make)

    def _view(self, wire: list[Any], path: str) -> Any:
        """Read a view of a dictionary as one of a copy."""
        copy = self.load(wire[2], path) if len(wire) == 3 else None
        if type(copy) is not dict or wire[1] not in _VIEWS:
            raise Malformed("a view of no dictionary")
        return _VIEWS[wire[1]](copy)

    def _named(self, wire: list[Any], path: str) -> Any:
        """Find what both ends have; what the reference does not use is loaded for no submission."""
        _, module, name, *own = wire if len(wire) in (3, 4) else (None, None, None)
        if own and self._terms.has_own(path):  # which is called in the jail
            return self.let_in(own[0], path)
        is_used = not name and self._terms.admits(Action.USES, f"module {module}")
        try:
            if is_used and str(module).partition(".")[0] in sys.stdlib_module_names:
                importlib.import_module(str(module))
            return find_builtin(module, name)
        except (Unknown, ImportError):
            return self.deny(Wrong.OBJECT)

    def _of_the_test(self, wire: list[Any], path: str) -> Any:
        """Find an object that the test handed over, and that comes back."""
        value = self._client.test_objects.find(wire[1] if len(wire) == 2 else None)
        if not path or self._terms.role_at(path, Shape.TEST, []) is not None:
            return value  # without a path it is what the jail asks, and no result
        return self.deny(Wrong.OBJECT)

    def keep(self, number: int, name: str, make: Callable[[Handle], Any]) -> Any:
        """Find the proxy that stands for an object of the jail's at a name, or make it."""
        known = self._proxies.get((number, name))
        if known is None:
            known = self._kept.get((number, name))
        if known is not None:
            return known
        made = make(Handle(self._client, number, name))
        try:
            self._proxies[number, name] = made
        except TypeError:
            self._kept[number, name] = made
        return made

    # -- refusing

    def deny(self, wrong: Wrong, came: str = "", number: int = 0) -> Inert:
        """Stand for what no row allows: the case fails once anything is asked of it."""
        self.denied.append(WrongResult(wrong, self.latest, came))
        return self.stand_in(self.denied[-1], number)

    def stand_in(self, denied: WrongResult, number: int = 0) -> Inert:
        """Stand for data that holds something refused, too: not even its length is told."""
        handle = Handle(self._client, number, "") if number else None
        return Inert(handle, lambda: self.refuse(denied))

    def _fail(self, wrong: Wrong) -> None:
        """Fail the running case for data that it may never use; before any case whoever uses it."""
        self.denied.append(WrongResult(wrong, self.latest))
        if self._terms.id:
            self.refusal = self.refusal or self.denied[-1]

    def refuse(self, refusal: WrongResult) -> NoReturn:
        """Fail the running case, whatever the test catches."""
        self.refusal = self.refusal or refusal
        raise refusal
