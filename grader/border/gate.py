"""The one gate: whatever a submission gives passes here, and is refused where no row allows it.

Plain data is let in as it is; it fails the case where it holds what the reference never gives. Of
an object the contract says which role it plays at its name. One that plays none is read as the
content of the built-in type that its class extends, or as its items; else an Inert stands for it.

`deny` puts an Inert in the place of a value: the case fails as soon as the test uses it. `refuse`
fails the case at once. Neither is undone by what the test catches.
"""

import contextlib
import importlib
import math
import sys
from collections.abc import Callable, Iterable
from decimal import Decimal
from operator import ne
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING, Any, NoReturn, cast

from .connection import Malformed
from .contract import Action, Shape, Terms
from .data_types import ROWS
from .errors import load_error
from .facts import ErrorFacts, FunctionFacts, IteratorFacts, ModuleFacts, ObjectFacts, cut, read
from .hidden_files import HiddenFiles
from .inert import CallableInert, Inert, Wrong, WrongResult
from .libraries import lack_of, texts_of
from .proxies import (
    Handle,
    ProxyTable,
    RemoteCoroutine,
    RemoteFunction,
    RemoteIterator,
    RemoteMeta,
    RemoteModule,
    make_class,
    make_instance,
    own_dict,
)
from .shared_names import find_builtin

if TYPE_CHECKING:
    from .client import Client

Load = Callable[[Any, str], Any]
# data that a loop or an array passes over where it holds nothing
_SIZED = frozenset(kind for kind in ROWS if hasattr(kind, "__iter__")) - {str, bytes}
_PATHS = frozenset((str, bytes, type(Path()), PurePosixPath))
_HAS_NAN: dict[type, Callable[[Any], bool]] = {
    float: math.isnan,
    complex: lambda value: math.isnan(value.real) or math.isnan(value.imag),
    Decimal: Decimal.is_nan,
    list: lambda items: float in set(map(type, items)) and any(map(ne, items, items)),
}


def _holds_nothing(value: Any, seen: set[int]) -> bool:
    """Whether data has no items, or none but such as have none."""
    kind = type(value)
    if kind not in _SIZED or id(value) in seen:
        return kind in _SIZED
    seen.add(id(value))
    return all(_holds_nothing(item, seen) for item in value)


def _is_error(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


class Gate:
    """Decides what of a submission's is let in, and as what; remembers what was refused."""

    hidden: HiddenFiles  # set before any text is let in

    def __init__(self, client: "Client", terms: Terms, load: Load) -> None:
        self._client = client
        self._terms = terms
        self.load = load
        self.refusal: WrongResult | None = None  # by which the running case has failed
        self.denied: list[WrongResult] = []  # in the running case, used by the test or not
        self.latest = ""  # the function that the test called last
        self.proxies = ProxyTable(client)
        self._classes: dict[int, type] = {}
        self._rows: dict[str, Callable[[list[Any], str], Any]] = {
            "object": self._object,
            "class": self._class,
            "function": self._function,
            "iterator": self._iterator,
            "module": self._module,
            "error": self._error,
            "named": self._named,
            "yours": self._test_object,
        }

    def start_case(self) -> None:
        """Forget what was refused in the case before."""
        self.refusal = None
        self.denied = []
        self.proxies.start_case()

    def let_in(self, wire: list[Any], path: str) -> Any:
        """Read what is no plain data, by its tag; raises Malformed."""
        if wire[0] not in self._rows:
            raise Malformed("a value of no known tag")
        return self._rows[wire[0]](wire, path)

    # -- plain data

    def note_data(self, path: str, count: int, value: Any) -> None:
        """Count plain data; fail the case for NaN or a hidden path that the reference lacks."""
        self._terms.note_data(path, count)
        kind = type(value)
        if kind in _PATHS:
            self._check_paths((value,))
        elif kind is list:
            self._check_paths(item for item in value if type(item) in _PATHS)
        lack = ""
        if kind in _HAS_NAN:
            lack = "nan" if _HAS_NAN[kind](value) else ""
        elif kind.__module__.partition(".")[0] in ("numpy", "pandas"):
            lack = lack_of(value)
            self._check_paths(texts_of(value))
        if lack and not self._terms.admits(Action.LACKS, lack):
            self._fail(Wrong.LACKS)

    def _check_paths(self, texts: Iterable[str | bytes | PurePath]) -> None:
        for text in texts:
            name = self.hidden.named_by(text)
            if name and not self._terms.admits(Action.NAMES, name):
                self._fail(Wrong.FILE_NAMED)

    def check_items(self, path: str, value: Any) -> None:
        """Fail the case for a result without items where the reference's always had some.

        A loop over it would pass. The reference's None and False admit such a result, too.
        """
        is_text = type(value) in (str, bytes)
        is_sized = type(value) in _SIZED
        is_empty = not value if is_text else is_sized and _holds_nothing(value, set())
        is_nothing = is_empty or value is None or value is False
        items = f"{path}[]" if is_text else path  # where it gave text, any may come
        # no name tells one item from another, so the data that holds them is looked at instead
        if not is_nothing or path.endswith(("__", "[]")) or not self._terms.gave_at(items):
            return
        is_admitted = self._terms.admits(Action.LACKS, f"items at {path}")
        if is_empty and not is_admitted:
            self.refusal = self.refusal or WrongResult(Wrong.NOTHING, self.latest)

    # -- objects

    def _object(self, wire: list[Any], path: str) -> Any:
        facts = read(ObjectFacts, wire)
        cls = self.class_of(facts.cls)
        names = [one.__name__ for one in cls.__mro__ if isinstance(one, RemoteMeta)]
        shape = Shape.ERROR if issubclass(cls, BaseException) else Shape.OBJECT
        role = self._terms.role_at(path, shape, names)
        if role is not None:
            content = None if facts.base is None else self.load(facts.base, f"{path}.content")
            return self.proxies.find(
                facts.number, role, lambda handle: make_instance(cls, content, handle)
            )
        if facts.is_callable and self._terms.role_at(path, Shape.FUNCTION, []) is not None:
            name, module = cls.__name__, cls.__module__
            function = FunctionFacts(facts.number, name, name, module, binds=facts.binds)
            return self.proxies.find(
                facts.number, path, lambda handle: RemoteFunction(handle, function)
            )
        if facts.base is not None:
            return self.load(facts.base, path)
        if facts.is_container:
            return self._client.content(self._carrier(facts.number, path), path)
        if facts.is_iterable and self._terms.role_at(path, Shape.ITERATOR, []) is not None:
            return self._client.special(self._carrier(facts.number, path), "__iter__", ())
        return self.deny(cls.__name__, facts.number, is_callable=facts.is_callable)

    def _carrier(self, number: int, path: str) -> RemoteIterator:
        """Make a proxy of an object by which nothing but a question can be asked."""
        return RemoteIterator(Handle(self._client, number, path), IteratorFacts(number, ""))

    def _class(self, wire: list[Any], path: str) -> Any:
        cls = self.class_of(wire)
        handle = own_dict(cls)["_grader_handle"]
        role = self._terms.role_at(path, Shape.CLASS, [cls.__name__])
        if role is None and self._terms.role_at(path, Shape.FUNCTION, []) is not None:
            role = path
        if role is None:
            return self.deny("class", handle.number, is_callable=True)
        handle.name = role
        return cls

    def class_of(self, *wires: Any) -> type:
        """Find or make the first class of several that this end has or can have a proxy of."""
        for wire in wires:
            match wire:
                case ["named", module, str(name)] if name:
                    with contextlib.suppress(Malformed):
                        found = find_builtin(module, name)
                        if _is_error(found) or found is object or found in ROWS:
                            return cast("type", found)
                case ["class", int(number)]:
                    if number not in self._classes:
                        facts = self._client.describe(number)
                        bases = tuple(map(self.class_of, facts.bases)) or (object,)
                        self._classes[number] = make_class(
                            self._client, facts, bases, is_recording=self._terms.is_recording
                        )
                    return self._classes[number]
        raise Malformed("a class that is none")

    def _error(self, wire: list[Any], path: str) -> Any:
        facts = read(ErrorFacts, wire)
        names = [name for _, name in facts.types[:1]]
        if self._terms.role_at(path, Shape.ERROR, names) is None:
            return self.deny("", facts.number)
        return load_error(facts, f"{path}!", self)

    def let_in_raised(self, wire: Any, path: str) -> BaseException:
        """Read an exception that was raised, which needs no role; what it holds needs one."""
        found: Any = None
        match wire:
            case ["yours", number, str(file), int(line)]:
                found = self._client.test_objects.find(number)
                if isinstance(found, BaseException) and file:
                    vars(found)["_grader_where"] = cut(file), line
            case ["error", *_]:
                found = load_error(read(ErrorFacts, wire), path, self)
        if not isinstance(found, BaseException):
            raise Malformed("an exception that is none")
        return found

    def _function(self, wire: list[Any], path: str) -> Any:
        facts = read(FunctionFacts, wire)
        role: str | None = path
        if self._terms.role_at(path, Shape.FUNCTION, []) is None:
            role = self._terms.role_at(path, Shape.CLASS, [])
        if role is None:
            return self.deny("function", facts.number, is_callable=True)
        # one function under two names is one
        return self.proxies.find(
            facts.number, role, lambda handle: RemoteFunction(handle, facts), key="function"
        )

    def _iterator(self, wire: list[Any], path: str) -> Any:
        """Let in an iterator wherever it comes: its items pass the gate one by one."""
        facts = read(IteratorFacts, wire)
        self._terms.role_at(path, Shape.ITERATOR, [])  # only recorded
        kind = RemoteCoroutine if facts.is_coroutine else RemoteIterator
        return self.proxies.find(facts.number, path, lambda handle: kind(handle, facts))

    def _module(self, wire: list[Any], path: str) -> Any:
        facts = read(ModuleFacts, wire)
        is_imported = path.startswith("import ")
        if self._terms.role_at(path, Shape.MODULE, []) is None and not is_imported:
            return self.deny("module", facts.number)
        return self.proxies.find(
            facts.number, facts.name, lambda handle: RemoteModule(facts.name, handle)
        )

    def _named(self, wire: list[Any], path: str) -> Any:
        """Find what both ends have, or the jail's own where the reference had one of its own.

        A module that the reference does not use is loaded for no submission.
        """
        _, module, name, *own = wire if len(wire) in (3, 4) else (None,) * 3
        has_own = self._terms.has_own(path, Shape.FUNCTION, Shape.CLASS)
        if own and has_own:
            return self.load(own[0], path)
        is_used = not name and self._terms.admits(Action.USES, f"module {module}")
        try:
            if is_used and str(module).partition(".")[0] in sys.stdlib_module_names:
                importlib.import_module(str(module))
            found = find_builtin(module, name)
        except (Malformed, ImportError):
            found = None
        is_refused = found is None or (has_own and not _is_error(found))
        return self.deny(is_callable=callable(found)) if is_refused else found

    def _test_object(self, wire: list[Any], path: str) -> Any:
        """Find an object that the test handed over, and that comes back."""
        value = self._client.test_objects.find(wire[1] if len(wire) > 1 else None)
        if not path or self._terms.role_at(path, Shape.TEST, []) is not None:
            return value  # without a path the jail asks something of it
        return self.deny(is_callable=callable(value))

    # -- refusing

    def deny(self, came: str = "", number: int = 0, *, is_callable: bool = False) -> Inert:
        """Put an Inert in the place of what no row allows."""
        denied = WrongResult(Wrong.OBJECT, self.latest, came)
        self.denied.append(denied)
        handle = Handle(self._client, number, "") if number else None
        return (CallableInert if is_callable else Inert)(handle, lambda: self.refuse(denied))

    def stand_in(self, denied: WrongResult) -> Inert:
        """Make an Inert for data that holds what is denied: its length says something."""
        return Inert(None, lambda: self.refuse(denied))

    def _fail(self, wrong: Wrong) -> None:
        """Deny data; the running case fails for it even if the test does not use it."""
        self.denied.append(WrongResult(wrong, self.latest))
        if self._terms.id:
            self.refusal = self.refusal or self.denied[-1]

    def refuse(self, refusal: WrongResult) -> NoReturn:
        """Fail the running case, whatever the test catches."""
        self.refusal = self.refusal or refusal
        raise refusal
