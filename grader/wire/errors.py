"""Exceptions on the wire: type names along the inheritance chain, args, and a line."""

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .classes import RemoteError
from .known_classes import LIBRARIES
from .standins import NUMBER, StandIn, own_dict
from .values import Raised, Value

MAX_TEXT = 10_000
_CHAIN = 4  # how many causes and contexts are told
# what a skip or a verdict of a test runner looks like: never made from the other side's word
_NEVER = ("unittest", "_pytest", "pytest", "pluggy")


def type_names(cls: type) -> list[tuple[str, str]]:
    """Name the types of an exception, nearest first, up to BaseException."""
    return [
        (str(c.__module__), c.__qualname__) for c in cls.__mro__ if issubclass(c, BaseException)
    ]


def safe_text(value: Any) -> str:
    """Say an exception as text, whatever its own methods do."""
    try:
        text = str(value)
        if type(text) is not str:
            return ""
        # half a character has no UTF-8, and the wire carries nothing else as text
        return text[:MAX_TEXT].encode("utf-8", "backslashreplace").decode()
    except BaseException:
        return ""


def dump_error(
    error: BaseException,
    dump: Callable[[Any], Value],
    place: Callable[[BaseException], tuple[str, int]],
    depth: int = 0,
) -> Raised:
    """Write an exception; what cannot be written of it is left out."""
    where, line = place(error)
    raised = Raised(type_names(type(error)), [], line=line, where=where, text=safe_text(error))
    args = getattr(error, "args", ())
    raised.args = [_or_none(dump, a) for a in args[:50]] if isinstance(args, tuple) else []
    raised.state = _state(error, dump)
    raised.suppress = error.__suppress_context__
    if depth < _CHAIN:
        if error.__cause__ is not None:
            raised.cause = dump_error(error.__cause__, dump, place, depth + 1)
        if error.__context__ is not None and error.__context__ is not error.__cause__:
            raised.context = dump_error(error.__context__, dump, place, depth + 1)
    return raised


# attributes that live in no dict, and whose they are
_MEMBERS = ("filename", "filename2", "name", "path")
_WITH_MEMBERS = (OSError, ImportError, NameError, AttributeError)


def _state(error: BaseException, dump: Callable[[Any], Value]) -> dict[str, Value]:
    names = _MEMBERS if isinstance(error, _WITH_MEMBERS) else ()
    own = {name: getattr(error, name, None) for name in names}
    own.update(list(vars(error).items())[:50])
    return {
        name: _or_none(dump, value)
        for name, value in own.items()
        if type(name) is str and not name.startswith("_grader") and value is not None
    }


def _or_none(dump: Callable[[Any], Value], value: Any) -> Value:
    if type(value) is str and len(value) > 100 * MAX_TEXT:
        return value[: 100 * MAX_TEXT]
    try:
        return dump(value)
    except Exception:
        return None


def is_standard(cls: type[BaseException]) -> bool:
    """Whether an exception class comes with Python, under the name that it bears."""
    module = str(cls.__module__)
    if module.partition(".")[0] not in LIBRARIES:
        return False
    return getattr(sys.modules.get(module), cls.__qualname__, None) is cls


def nearest_type(types: list[tuple[str, str]]) -> type[BaseException]:
    """Find the nearest type that this side has too: built in, or standard and loaded."""
    for module, name in types:
        top = module.partition(".")[0]
        is_ours = top in LIBRARIES and top not in _NEVER and "." not in name
        cls = getattr(sys.modules.get(module), name, None) if is_ours else None
        if isinstance(cls, type) and issubclass(cls, BaseException):
            return cls
    return Exception


def is_own(cls: type[BaseException], raised: Raised) -> bool:
    """Whether an exception is of a class that this side does not have, bar its base `cls`."""
    return raised.types[:1] != [(cls.__module__, cls.__qualname__)]


def worded(cls: type[BaseException], text: str) -> type[BaseException]:
    """Extend a class of exceptions for one that says what its original said over there."""
    own = {
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__str__": lambda _: text,
    }
    return type(cls.__name__, (cls,), own)


def load_error(
    raised: Raised,
    cls: type[BaseException],
    load: Callable[[Value], Any],
    load_cause: Callable[[Raised], BaseException],
    number: int = 0,
) -> BaseException:
    """Make the exception that was written, without a constructor that is not built in."""
    args = [load(value) for value in raised.args]
    state = {name: load(value) for name, value in raised.state.items()}
    try:
        error = cls(*args) if cls.__module__ == "builtins" else cls.__new__(cls, *args)
    except Exception:
        error = _bare(cls, raised)
    if not issubclass(cls, RemoteError):
        _restore(error, args, state)
    told = {"_grader_types": raised.types, "_grader_text": raised.text}
    _own(error).update(told | ({NUMBER: number} if number else {}))
    mark_place(error, raised)
    if isinstance(raised.cause, Raised):
        error.__cause__ = load_cause(raised.cause)
    if isinstance(raised.context, Raised):
        error.__context__ = load_cause(raised.context)
    error.__suppress_context__ = raised.suppress
    return error


def mark_place(error: BaseException, raised: Raised) -> None:
    """Note on an exception where it came out, be it one of this side that was not caught there."""
    _own(error)["_grader_where"] = (raised.where, raised.line)


def _own(error: BaseException) -> dict[str, Any]:
    return own_dict(error) if isinstance(error, RemoteError) else vars(error)


def _bare(cls: type[BaseException], raised: Raised) -> BaseException:
    try:
        return cls.__new__(cls)
    except Exception:
        return Exception(raised.text)


def _restore(error: BaseException, args: list[Any], state: dict[str, Any]) -> None:
    error.args = tuple(args)
    for name, value in state.items():
        is_kept = not (name.startswith("__") or isinstance(value, StandIn))
        if is_kept or name == "__notes__":
            with suppress(AttributeError, TypeError, ValueError):  # of another form in this class
                object.__setattr__(error, name, value)
