"""What the jail may do with a test's own objects: a closed list."""

import argparse
import builtins
import datetime
import decimal
import enum
import fractions
import functools
import io
import logging
import operator
import queue
import random
import sys
import threading
import types
from collections import deque
from typing import Any
from unittest import mock

from grader.wire import coroutines, describe, operations, special_methods

from .contract import Deed, Learned
from .inert import Refusal, Wrong, WrongResult

_MOCKS = (mock.NonCallableMock,)
_MOCK_NAMES = frozenset(dir(mock.MagicMock()))
# what the jail is told of a mock: nothing but whether it stands for a property
MOCK_FACTS: dict[str, Any] = {
    **dict.fromkeys(("name", "qualname"), "mock"),
    "module": "",
    "doc": None,
    "flags": 0,
    "arguments": (),
    "count": 0,
    "line": 1,
    "wraps": False,
    "is_function": False,
}
# these lead from a value of the student's choice to whatever this process holds
_REFUSED_CALLS = (
    *(getattr, setattr, delattr, eval, exec, compile, open, __import__, vars, dir, globals),
    *(locals, input, breakpoint, str.format, str.format_map, type.mro),
    *(object.__getattribute__, type.__getattribute__, object.__setattr__),
    *(operator.attrgetter, operator.methodcaller, functools.reduce),
)
_REFUSED_TYPES = (operator.attrgetter, operator.methodcaller)
_OPAQUE = (
    *(types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, type),
    *(types.FrameType, types.CodeType, types.TracebackType, types.GeneratorType),
    *(types.CoroutineType, types.AsyncGeneratorType, functools.partial),
)
_FILE_METHODS = frozenset(
    "read read1 readline readlines write writelines close flush seek tell truncate getvalue "
    "closed encoding isatty newlines readable writable seekable".split()
)
_LOGGER_METHODS = frozenset(
    "debug info warning error exception critical log isEnabledFor getEffectiveLevel name".split()
)
_PLAIN_OWNERS = (
    *(argparse.Namespace, types.SimpleNamespace, random.Random, io.IOBase, BaseException),
    *(tuple, str, int, float, list, dict, set, frozenset, deque, decimal.Decimal, datetime.date),
    *(datetime.time, datetime.timedelta, datetime.tzinfo, fractions.Fraction, enum.Enum),
    *(queue.Queue, queue.SimpleQueue, threading.Event, threading.Condition, threading.Semaphore),
    *(threading.Barrier, type(threading.Lock()), type(threading.RLock())),
)


def facts_of_mock(value: Any) -> dict[str, Any]:
    """Say what the jail is told of a mock."""
    return {**MOCK_FACTS, "binds": isinstance(value, mock.PropertyMock)}


def decides_equality(value: Any) -> bool:
    """Whether a class of the test's, or a matcher such as `mock.ANY`, says what it is equal to."""
    definer = next((cls for cls in type(value).__mro__ if "__eq__" in vars(cls)), object)
    return (
        isinstance(vars(definer)["__eq__"], types.FunctionType)
        and describe.equality_of(type(value))[0] == "own"
    )


def place_of(callee: Any) -> str:
    """Name what the jail calls by where it is defined, or by its type."""
    while isinstance(callee, functools.partial):
        callee = callee.func
    code = getattr(callee, "__code__", None)
    if type(code) is types.CodeType:  # an AsyncMock shows a mock of one
        return f"{code.co_filename.rpartition('/')[2]}:{code.co_firstlineno}"
    return type(callee).__qualname__


class Refused(Exception):
    """The submission asked for something that a test's object does not offer."""


def perform(op: str, args: list[Any], named: dict[str, Any], learned: Learned) -> Any:
    """Do what the jail asks of a test's object, if that is on the list; raises Refused.

    `learned` says whether the reference's run set an attribute, by class and name.
    """
    match op, args:
        case "call", [function, *given]:
            return _call(function, given, named)
        case "get", [owner, name]:
            return _get(owner, name)
        case "set", [owner, name, value] | [owner, name, value, _]:  # what to keep of a class
            return _set(owner, name, value, learned)
        case "method", [owner, name, *given]:
            return _method(owner, name, given, named)
        case "special", [owner, cls, name, *given]:
            return _special(owner, cls, name, given)
        case "inherited", [cls, name, *given]:
            return _inherited(cls, name, given, named)
        case _:
            return _perform_rarely(op, args)


def _perform_rarely(op: str, args: list[Any]) -> Any:
    match op, args:
        case "step", [types.CoroutineType(), *turn] if [*map(type, turn)] == [int, int, bool]:
            return coroutines.step(*args)
        case "signature", [types.FunctionType() | types.MethodType() as function]:
            return _signature(function)
        case "copy", [owner, _] if not isinstance(owner, (*_OPAQUE, *_MOCKS)):
            return operations.copy_(*args)
    raise Refused("a test's object does not offer that")


def is_refused(function: Any) -> bool:
    """Whether a callable must not be called from the jail."""
    while isinstance(function, functools.partial):
        function = function.func
    if isinstance(function, _REFUSED_TYPES):
        return True
    return any(function is refused for refused in _REFUSED_CALLS)


def _call(function: Any, args: list[Any], named: dict[str, Any]) -> Any:
    if is_refused(function):
        name = getattr(function, "__name__", type(function).__name__)
        raise Refused(f"{name} cannot be called from a submission")
    return function(*args, **named)


def _get(owner: Any, name: Any) -> Any:
    if name == "__annotations__" and isinstance(owner, _SIGNED):
        return _plain(owner.__annotations__)
    if type(name) is not str or name.startswith("_") or isinstance(owner, _OPAQUE):
        raise _no_attribute(owner, name)
    if isinstance(owner, _MOCKS):
        return _get_of_mock(owner, name)
    if isinstance(owner, io.IOBase) and name not in _FILE_METHODS:
        raise _no_attribute(owner, name)
    if not _is_offered(owner, name):
        raise _not_offered(owner, name)
    value = getattr(owner, name)
    if isinstance(value, types.ModuleType | types.FrameType | types.CodeType):
        raise _no_attribute(owner, name)
    return value


_SIGNED = (types.FunctionType, types.MethodType)


def _signature(function: Any) -> list[list[Any]]:
    # a default may hold what a test expects: the jail hears that there is one
    rows = operations.signature(function)
    return [[*row[:3], ..., _plain(row[4])] for row in rows]


def _is_built_in(kind: Any) -> bool:
    return isinstance(kind, type) and vars(builtins).get(kind.__name__) is kind


def _plain(told: dict[str, Any]) -> dict[str, Any]:
    return {name: kind for name, kind in told.items() if kind is None or _is_built_in(kind)}


def offer_classes_below(folder: str) -> None:
    """Offer the attributes of classes that are defined in hidden files."""
    _hidden_folders[:] = [folder]


_hidden_folders: list[str] = []


def _is_offered(owner: Any, name: str) -> bool:
    if isinstance(owner, logging.Logger):
        return name in _LOGGER_METHODS
    # a library's object may lead anywhere: to files, to databases, to other processes
    if isinstance(owner, _PLAIN_OWNERS) or name in getattr(owner, "__dict__", {}):
        return True
    definer = next((c for c in type(owner).__mro__ if name in vars(c)), None)
    classes = type(owner).__mro__ if definer is None else (definer,)
    return any(_is_hidden(cls) for cls in classes)


def _is_hidden(cls: type) -> bool:
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return str(file or "").startswith(tuple(_hidden_folders))


def _get_of_mock(owner: Any, name: str) -> Any:
    if name in _MOCK_NAMES:
        raise _no_attribute(owner, name)
    value = getattr(owner, name)
    if isinstance(value, _MOCKS) or name in vars(owner) or callable(value):
        return value
    raise _no_attribute(owner, name)


def _no_attribute(owner: Any, name: Any) -> AttributeError:
    return AttributeError(f"{type(owner).__name__!r} object has no attribute {name!r}")


def _not_offered(owner: Any, name: str) -> AttributeError:
    cls = type(owner)
    if not hasattr(cls, name):
        return _no_attribute(owner, name)
    title = f"{cls.__module__}.{cls.__qualname__}"
    return AttributeError(
        f"the harness does not offer {name} of the test's {title} to a submission"
    )


def _set(owner: Any, name: Any, value: Any, learned: Learned) -> None:
    # what a class has for all its objects is shadowed, and a property is set, where the reference
    # did so; elsewhere the case ends, since an error that the test expects would pass it
    if isinstance(owner, type):
        _set_on_class(owner, name, value, learned)
        return
    if type(name) is not str or name.startswith("_") or isinstance(owner, (*_OPAQUE, *_MOCKS)):
        raise _no_attribute(owner, name)
    definer = next((cls for cls in type(owner).__mro__ if name in vars(cls)), None)
    of_class = vars(definer)[name] if definer is not None else None
    is_slot = isinstance(of_class, types.MemberDescriptorType)
    is_property = isinstance(of_class, property)
    is_method = callable(of_class) or hasattr(type(of_class), "__get__")
    is_its_own = is_slot or (name in getattr(owner, "__dict__", {}) and not is_property)
    if definer is not None and is_method and not (is_slot or is_property):
        raise _no_attribute(owner, name)
    if not (is_its_own or _is_open(owner)):
        raise _no_attribute(owner, name)
    if definer is not None and not is_its_own:
        name_there = f"{_title(definer)}.{name}"
        if not learned.admits(Deed.SETS, name_there):
            raise WrongResult(Refusal(Wrong.ATTRIBUTE_SET))
    setattr(owner, name, value)


def _set_on_class(cls: type, name: Any, value: Any, learned: Learned) -> None:
    # as a decorator of classes does, which the reference has too
    if type(name) is not str or name.startswith("_") or not _is_hidden(cls) or hasattr(cls, name):
        raise _no_attribute(cls, name)
    if not learned.admits(Deed.SETS, f"class {_title(cls)}.{name}"):
        raise WrongResult(Refusal(Wrong.ATTRIBUTE_SET))
    setattr(cls, name, value)


def _is_open(owner: Any) -> bool:
    # of a library's object nobody knows what it makes of a new attribute
    is_bag = isinstance(owner, types.SimpleNamespace | argparse.Namespace)
    return is_bag or any(map(_is_hidden, type(owner).__mro__))


def _title(cls: type) -> str:
    return f"{cls.__module__}:{cls.__qualname__}"


def _method(owner: Any, name: Any, args: list[Any], named: dict[str, Any]) -> Any:
    if name == "__await__":
        return operations.method(owner, name)
    if isinstance(owner, types.GeneratorType) and name in ("send", "close"):
        return getattr(owner, name)(*args)
    return _call(_get(owner, name), args, named)


def _special(owner: Any, cls: Any, name: Any, args: list[Any]) -> Any:
    if name not in special_methods.OPERATORS or (isinstance(owner, type | types.ModuleType)):
        raise Refused("a test's object does not offer that")
    if name == "__call__":
        return _call(owner, args, {})
    if isinstance(owner, _MOCKS):
        return _special_of_mock(owner, name, args)
    if cls is not None and not (isinstance(cls, type) and isinstance(owner, cls)):
        raise Refused("a test's object does not offer that")
    return operations.special(owner, cls, name, *args)


def _special_of_mock(owner: Any, name: str, args: list[Any]) -> Any:
    if name == "__bool__":  # of a mock without it, its length decides
        return bool(owner)
    if hasattr(type(owner), name):  # where `mock` keeps what is configured on one
        return getattr(owner, name)(*args)
    raise TypeError(f"{type(owner).__name__!r} object does not support {name}")


def _inherited(cls: Any, name: Any, args: list[Any], named: dict[str, Any]) -> Any:
    if not isinstance(cls, type) or type(name) is not str:
        raise Refused("a test's object does not offer that")
    definer = next((c for c in cls.__mro__ if name in vars(c)), object)
    function = vars(definer).get(name)
    public = not name.startswith("_") or name == "__init__"
    if not public or not isinstance(function, types.FunctionType):
        raise _no_attribute(cls, name)
    return function(*args, **named)
