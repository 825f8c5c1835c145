"""Names what a submission gave, in words that a sentence for a student is made of."""

from types import ModuleType
from typing import Any

from .inert import Refusal, Wrong
from .proxies import (
    RemoteCoroutine,
    RemoteFunction,
    RemoteIterator,
    handle_of,
)

_KINDS: tuple[tuple[type, str], ...] = (
    (RemoteCoroutine, "coroutine"),
    (RemoteFunction, "function"),
    (RemoteIterator, "generator"),
)
# given where a call, a return or another `def` was meant
SELDOM_MEANT = frozenset(
    "coroutine async_generator generator class type module None function method "
    "builtin_function_or_method".split()
)


def kind_of(value: Any) -> str:
    """Name the class of an object of the submission's, or what else it gave; empty for data."""
    if value is None:
        return "None"
    for cls, name in _KINDS:
        if type(value) is cls:
            return name
    if issubclass(type(value), type):
        return "class"
    if issubclass(type(value), ModuleType):
        return "module"
    return type(value).__name__ if handle_of(value) is not None else ""


def refusal_of(value: Any, giver: str) -> Refusal | None:
    """Say why what a call gave is seldom meant; None for all else."""
    kind = kind_of(value)
    return Refusal(Wrong.OBJECT, giver, kind) if kind in SELDOM_MEANT else None
