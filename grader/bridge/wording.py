"""Names what is asked of a submission, handed to it and given by it."""

from types import ModuleType
from typing import Any

from grader.wire.classes import RemoteObject
from grader.wire.functions import RemoteCoroutine, RemoteFunction, RemoteIterator
from grader.wire.iterators import Drawn
from grader.wire.methods import BoundMember
from grader.wire.standins import StandIn, number_of, own_dict
from grader.wire.values import THROWN

_KINDS: tuple[tuple[Any, str], ...] = (
    *((RemoteCoroutine, "coroutine"), (RemoteFunction, "function"), (BoundMember, "method")),
    *((RemoteIterator | Drawn, "generator"), (type, "class"), (ModuleType, "module")),
)
# given where a call, a return or another `def` was meant
SELDOM_MEANT = frozenset(
    "coroutine async_generator generator class type module None function method "
    "builtin_function_or_method".split()
)
_ARRIVALS = {
    "class": "a class of the submission",
    "instance": "an object of a class of the submission",
    "iterator": "an iterator",
    "error": "an exception as a value",
    "yours": "an object of the test",
}


def kind_of(value: Any) -> str:
    """Name the class of an object of the submission's, or what else it gave; empty for data."""
    if value is None:
        return "None"
    kind = next((name for cls, name in _KINDS if isinstance(value, cls)), "")
    return kind or (type(value).__name__ if isinstance(value, RemoteObject) else "")


def name_of(owner: Any) -> str:
    """Name a function or the class of an object, to show."""
    if isinstance(owner, type | BoundMember):
        return owner.__name__
    name = own_dict(owner).get("__name__") if isinstance(owner, StandIn) else None
    return name if isinstance(name, str) else type(owner).__name__


def question_text(op: str, name: str) -> str:
    """Name a question to an object."""
    words = {"special": "operator", "get": "attribute"}
    return f"{words.get(op, op)} {name}".strip()


def arrival_text(kind: str, path: str) -> str:
    """Name an object that a submission gave, by its kind and where it lies in what is given."""
    if path.endswith(THROWN):
        return "an exception of a class of the submission"
    return _ARRIVALS.get(kind, f"a {kind}")


def handed_text(value: Any) -> str:
    """Name an object that is handed to a submission."""
    if isinstance(value, type):
        return "a class"
    if number_of(value):
        return "an object of the submission"
    if isinstance(value, BaseException):
        return "an exception as a value"
    return "a function" if callable(value) else "an object of the test"
