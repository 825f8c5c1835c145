"""The one gate: whatever a submission gives passes here, and is refused where no row allows it.

Plain data is read by the codec. Of all else the contract says which role it plays at its name.
Where it plays none, the content of a built-in type that its class extends is taken; else it is
inert.
"""

import math
import weakref
from collections.abc import Callable
from decimal import Decimal
from operator import ne
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NoReturn

from . import facts
from .arrays import lack_of
from .connection import Malformed
from .contract import Deed, Shape, Terms
from .inert import Inert, Refusal, Wrong, WrongResult
from .proxies import (
    Handle,
    RemoteCoroutine,
    RemoteFunction,
    RemoteIterator,
    RemoteMeta,
    RemoteModule,
    handle_of,
    make_class,
    make_instance,
    own_dict,
)
from .shared_names import Unknown

if TYPE_CHECKING:
    from .client import Client

Load = Callable[[Any, str], Any]


class Gate:
    """Decides what of a submission's is let in, and as what; remembers the first refusal."""

    def __init__(self, client: "Client", terms: Terms, load: Load) -> None:
        self._client = client
        self.terms = terms
        self._load = load
        self.refusal: Refusal | None = None  # of which something was asked: the case has failed
        self.denied: Refusal | None = None  # of which nothing was asked so far
        self.latest = ""  # the function that was called last
        self.has_refused = False  # in what is being read
        self.names_hidden: Callable[[str], bool] = lambda text: False
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
            "view": self._view,
            "toolarge": self._too_large,
        }

    def start_case(self) -> None:
        """Forget what was refused in the case before."""
        self.refusal = self.denied = None
        self._kept.clear()

    def let_in(self, wire: list[Any], path: str) -> Any:
        """Read what is no plain data; raises Malformed for a tag that no row has."""
        row = self._rows.get(wire[0])
        if row is None:
            raise Malformed("a value of no known tag")
        return row(wire, path)

    # -- plain data

    def note_data(self, path: str, count: int, value: Any) -> None:
        """Count plain data; NaN that the reference does not give in this case is a wrong result."""
        self.terms.note_data(path, count)
        kind = type(value)
        if kind is float:
            lacks = math.isnan(value)
        elif kind is list:
            lacks = float in set(map(type, value)) and any(map(ne, value, value))
        elif kind is str or isinstance(value, PurePath):
            lacks = False
            if self.names_hidden(str(value)):
                self.refusal = self.refusal or Refusal(Wrong.FILE_NAMED, self.latest)
        elif kind is Decimal:
            lacks = value.is_nan()
        else:
            lacks = kind is complex and (math.isnan(value.real) or math.isnan(value.imag))
            if kind.__module__.partition(".")[0] == "numpy":
                what = lack_of(value)
                if what:
                    self.check_lack(what)
        if lacks:
            self.check_lack("nan")

    def check_lack(self, what: str) -> None:
        """Fail the case for what the reference never lacks in it."""
        if not self.terms.admits(Deed.LACKS, what) and self.terms.id:
            self.refusal = self.refusal or Refusal(Wrong.LACKS, self.latest)

    # -- objects

    def _object(self, wire: list[Any], path: str) -> Any:
        told = facts.read(facts.ObjectFacts, wire)
        cls = self._class_told(told.cls)
        names = [one.__name__ for one in cls.__mro__ if isinstance(one, RemoteMeta)]
        shape = Shape.ERROR if issubclass(cls, BaseException) else Shape.OBJECT
        role = self.terms.role_at(path, shape, names)
        if role is not None:
            content = None if told.base is None else self._load(told.base, f"{path}.content")
            return self._keep(told.number, role, lambda handle: make_instance(cls, content, handle))
        if told.is_callable and self.terms.role_at(path, Shape.FUNCTION, []) is not None:
            name = cls.__name__
            named = facts.FunctionFacts(told.number, name, name, cls.__module__, binds=told.binds)
            return self._keep(told.number, path, lambda handle: RemoteFunction(handle, named))
        if told.base is not None:
            return self._load(told.base, path)
        if told.is_container:
            return self._client.content(Handle(self._client, told.number, path), path)
        if told.is_iterable and self.terms.role_at(path, Shape.ITERATOR, []) is not None:
            return self._client.iterate(Handle(self._client, told.number, path))
        return self._inert(told.number, cls.__name__)

    def _class(self, wire: list[Any], path: str) -> Any:
        cls = self._class_told(wire)
        role = self.terms.role_at(path, Shape.CLASS, [cls.__name__])
        if role is None and self.terms.role_at(path, Shape.FUNCTION, []) is not None:
            role = path
        handle = handle_of(cls)
        if handle is None:  # a built-in class
            return cls
        if role is None:
            return self._inert(handle.number, "class")
        handle.name = role
        return cls

    def _class_told(self, wire: Any) -> type:
        """Find or make the proxy of a class, of which nothing but its kind is believed."""
        if type(wire) is list and wire[:1] == ["named"]:
            found = self._load(wire, "")
            if isinstance(found, type):
                return found
        if type(wire) is not list or wire[:1] != ["class"] or type(wire[-1]) is not int:
            raise Malformed("a class that is none")
        number = wire[-1]
        if number not in self._classes:
            told = self._client.describe(number)
            bases = tuple(self._class_told(base) for base in told.bases)
            self._classes[number] = make_class(
                self._client, told, bases or (object,), is_recording=self.terms.is_recording
            )
        return self._classes[number]

    def class_of_error(self, told: facts.ErrorFacts) -> type[BaseException]:
        """Find the class of an exception that was raised, or the nearest that is known here."""
        wires = [told.cls, *(["named", *names] for names in told.types)]
        for wire in wires:
            try:
                cls = self._class_told(wire)
            except Unknown:
                continue
            if issubclass(cls, BaseException):
                return cls
        raise Malformed("an exception that is none")

    def keep_error(self, number: int, error: BaseException) -> BaseException:
        """Give the exception that stands for one of the jail's already, or take this one."""
        if (number, "!") in self._kept:
            known: BaseException = self._kept[number, "!"]
            return known
        handle = Handle(self._client, number, type(error).__name__)
        own_dict(error)["_grader_handle"] = handle
        self._kept[number, "!"] = error
        return error

    def _function(self, wire: list[Any], path: str) -> Any:
        told = facts.read(facts.FunctionFacts, wire)
        name: str | None = path
        if self.terms.role_at(path, Shape.FUNCTION, []) is None:
            name = self.terms.role_at(path, Shape.CLASS, [])
        if name is None:
            return self._inert(told.number, "function")
        known = self._functions.get(told.number)
        if known is None:  # one function under two names is one
            known = self._keep(told.number, name, lambda handle: RemoteFunction(handle, told))
            self._functions[told.number] = known
        return known

    def stand_for(self, found: RemoteFunction, early: RemoteFunction) -> None:
        """Have a proxy that was made in advance stand for what another one stands for."""
        handle = own_dict(found)["_grader_handle"]
        self._functions[handle.number] = self._proxies[handle.number, handle.name] = early

    def _iterator(self, wire: list[Any], path: str) -> Any:
        told = facts.read(facts.IteratorFacts, wire)
        self.terms.role_at(path, Shape.ITERATOR, [])  # which may come anywhere
        kind = RemoteCoroutine if told.is_coroutine else RemoteIterator
        return self._keep(told.number, path, lambda handle: kind(handle, told))

    def _module(self, wire: list[Any], path: str) -> Any:
        told = facts.read(facts.ModuleFacts, wire)
        if self.terms.role_at(path, Shape.MODULE, []) is None and not path.startswith("import "):
            return self._inert(told.number, "module")
        name = told.name

        def make(handle: Handle) -> RemoteModule:
            made = RemoteModule(name, told.doc)
            own_dict(made)["_grader_handle"] = handle
            return made

        return self._keep(told.number, name, make)

    def _view(self, wire: list[Any], path: str) -> Any:
        """Read a view of a dictionary as one of a copy."""
        views: dict[Any, Callable[[dict[Any, Any]], Any]] = {
            "dict_keys": lambda copy: copy.keys(),
            "dict_values": lambda copy: copy.values(),
            "dict_items": lambda copy: copy.items(),
        }
        copy = self._load(wire[2], path) if len(wire) == 3 else None
        if type(copy) is not dict or wire[1] not in views:
            raise Malformed("a view of no dictionary")
        return views[wire[1]](copy)

    def _too_large(self, wire: list[Any], path: str) -> Any:
        refusal = Refusal(Wrong.TOO_LARGE, self.latest)
        return Inert(None, lambda: self.refuse(refusal))

    def _keep(self, number: int, name: str, make: Callable[[Handle], Any]) -> Any:
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

    def _inert(self, number: int, came: str) -> Inert:
        self.has_refused = True
        refusal = Refusal(Wrong.OBJECT, self.latest, came)
        self.denied = self.denied or refusal
        return Inert(Handle(self._client, number, ""), lambda: self.refuse(refusal))

    def inert_whole(self) -> Inert:
        """Stand for data that holds something refused: not even its length is to be asked."""
        refusal = self.denied or Refusal(Wrong.OBJECT, self.latest)
        return Inert(None, lambda: self.refuse(refusal))

    def refuse(self, refusal: Refusal) -> NoReturn:
        """Fail the running case, whatever the test catches."""
        self.refusal = self.refusal or refusal
        raise WrongResult(refusal)
