"""What the jail may ask of the objects that a test handed over: a small closed table.

Nothing here leads to the globals of the examiner: no name that begins with an underscore, nothing
of a module, a class, a frame or a function, and of attributes those that the reference's run used.
"""

import inspect
import io
import types
from collections.abc import Callable
from typing import Any, NoReturn

from .connection import Malformed
from .contract import Action, Terms
from .facts import TestFacts, cut
from .inert import CannotCross, Wrong, WrongResult
from .peer import NumberedObjects
from .proxies import RemoteMeta
from .special_methods import FAMILY

_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)
_CLOSED = (types.ModuleType, types.FrameType, types.CodeType, types.TracebackType)
# of these types neither attributes nor items are given
_CALLED_ONLY = (type, *_FUNCTIONS)
_STREAMS = (io.StringIO, io.BytesIO)  # of which all is a submission's to use
_SPECIAL = frozenset(FAMILY) - {"__get__", "__set__", "__await__", "__call__"}


class TestObjects(NumberedObjects):
    """The objects of the test that the jail knows, by number."""

    __test__ = False  # pytest: this is no test class

    def __init__(self, terms: Terms, refuse: Callable[[WrongResult], NoReturn]) -> None:
        super().__init__()
        self._terms = terms
        self._refuse = refuse
        self.operations: dict[str, Callable[..., Any]] = {
            "call": self._call,
            "get": self._get,
            "set": self._set,
            "special": self._special,
        }

    def dump(self, value: Any) -> TestFacts:
        """Write an object of the test; raises CannotCross for what must not leave."""
        kind = type(value)
        if issubclass(kind, _CLOSED):
            raise CannotCross(f"A hidden case hands over a {kind.__name__}.")
        is_class = isinstance(value, type)
        is_function = kind in _FUNCTIONS
        top = (value if is_class else kind).__module__.partition(".")[0]
        if top in ("numpy", "pandas", "scipy", "matplotlib") and not is_function:
            raise CannotCross(f"A hidden case hands over a {kind.__name__}, which is no data.")
        name = cut(getattr(value, "__name__", "") if is_class or is_function else kind.__name__)
        what = "class" if is_class else "function" if is_function else "object"
        specials = [] if what != "object" else [n for n in _SPECIAL if _has_own(kind, n)]
        doc = value.__doc__ if is_function and isinstance(value.__doc__, str) else None
        return TestFacts(self.number_of(value), what, name, callable(value), specials, doc)

    def path_of(self, number: Any) -> str:
        """Name what is handed to an object, as the contract calls it."""
        value = self._objects.get(number) if type(number) is int else None
        return f"to {_label(value)}"

    def _call(self, number: Any, _name: Any, args: Any, named: Any) -> Any:
        value = self.find(number)
        if type(args) is not tuple or type(named) is not dict:
            raise Malformed("a call of no arguments")
        if issubclass(type(value), RemoteMeta):
            raise Malformed("a call of what the jail has itself")
        return value(*args, **named)

    def _get(self, number: Any, name: Any) -> Any:
        return getattr(self._admitted(number, "get", name), name)

    def _set(self, number: Any, name: Any, given: Any) -> None:
        setattr(self._admitted(number, "set", name), name, given)

    def _special(self, number: Any, name: Any, args: Any) -> Any:
        value = self.find(number)
        if name not in _SPECIAL or type(args) is not tuple or issubclass(type(value), _CALLED_ONLY):
            raise Malformed("a special method that is not asked for")
        if not self._terms.admits(Action.USES, f"{_label(value)}.{name}"):
            raise AttributeError(f"{type(value).__name__!r} object has no attribute {name!r}")
        for cls in type(value).__mro__:  # as Python finds a special method
            if name in vars(cls):
                member = vars(cls)[name]
                bind = getattr(type(member), "__get__", None)
                return (member if bind is None else bind(member, value, type(value)))(*args)
        raise AttributeError(name)

    def _admitted(self, number: Any, operation: str, name: Any) -> Any:
        value = self.find(number)
        is_public = type(name) is str and not name.startswith("_")
        is_open = not issubclass(type(value), _CALLED_ONLY)
        if is_public and type(value) in _STREAMS:
            return value
        what = f"{operation} {_label(value)}.{name}"
        if is_public and is_open and self._terms.admits(Action.USES, what):
            return value
        # what a test would find out by asking is no reason to raise what it may wait for
        is_there = is_public and inspect.getattr_static(value, name, None) is not None
        if is_open and (is_there or operation == "set"):
            self._refuse(WrongResult(Wrong.ATTRIBUTE, type(value).__name__))
        raise AttributeError(f"{type(value).__name__!r} object has no attribute {name!r}")


def _label(value: Any) -> str:
    is_named = issubclass(type(value), (type, *_FUNCTIONS))
    return str(getattr(value, "__qualname__", "")) if is_named else type(value).__name__


def _has_own(kind: type, name: str) -> bool:
    found = getattr(kind, name, None)
    return found is not None and found is not getattr(object, name, None)
