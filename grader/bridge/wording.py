"""Names for what is asked, and the sentence for an object where data was expected."""

import re
from types import ModuleType
from typing import Any

from grader.wire.classes import RemoteObject
from grader.wire.functions import RemoteCoroutine, RemoteFunction, RemoteIterator
from grader.wire.iterators import Drawn
from grader.wire.kinds import Lack
from grader.wire.methods import BoundMember
from grader.wire.standins import StandIn, number_of, own_dict
from grader.wire.values import THROWN

_KINDS: tuple[tuple[Any, str], ...] = (
    *((RemoteCoroutine, "coroutine"), (RemoteFunction, "function"), (BoundMember, "method")),
    *((RemoteIterator | Drawn, "generator"), (type, "class"), (ModuleType, "module")),
)
_MEANT = {
    "coroutine": "a coroutine: was `def` meant in place of `async def`?",
    "async_generator": "an asynchronous generator: was `def` meant in place of `async def`?",
    "generator": "a generator: was a `return` meant in place of a `yield`?",
    **dict.fromkeys(("class", "type"), "a class: was a call meant, with parentheses behind it?"),
    "module": "a module: was something in it meant?",
    "None": "None: is a `return` missing?",
}
_MEANT |= dict.fromkeys(
    ("function", "method", "builtin_function_or_method"),
    "a function: was a call meant, with parentheses behind it?",
)

_ARRIVALS = {
    "class": "a class of the submission",
    "instance": "an object of a class of the submission",
    "iterator": "an iterator",
    "error": "an exception as a value",
    "yours": "an object of the test",
}
SELDOM_MEANT = frozenset(_MEANT)


def refusal(doing: str, what_is: str, sources: dict[str, bytes]) -> str:
    """Say that an object came where the reference gave data; `what_is` is its class or kind."""
    what = _giver(doing, sources)
    if _is_written(what_is, sources):
        return f"{what} gave an object of your class {what_is}; plain data was expected."
    meant = _MEANT.get(what_is)
    return f"{what} gave {meant or 'an object; plain data was expected.'}"


def lacking(doing: str, sources: dict[str, bytes], lack: Lack) -> str:
    """Say that something is missing in a value where the reference gave a whole one."""
    what = "missing values" if lack is Lack.VALUES else "an array or table without items"
    return f"{_giver(doing, sources)} gave {what} where none were expected."


def _giver(doing: str, sources: dict[str, bytes]) -> str:
    is_known = all(_is_written(part, sources) for part in doing.split("."))
    return doing if is_known else "Your code"


def kind_of(value: Any) -> str:
    """Name the class of an object of the submission's, or what else it gave; empty for data."""
    if value is None:
        return "None"
    kind = next((name for cls, name in _KINDS if isinstance(value, cls)), "")
    return kind or (type(value).__name__ if isinstance(value, RemoteObject) else "")


def _is_written(name: str, sources: dict[str, bytes]) -> bool:
    # a name made while running may be made of a hidden input; one that is written is not
    if not name.isidentifier():
        return False
    written = re.compile(
        rb"^[ \t\f]*(async[ \t]+)?(def|class)[ \t]+" + name.encode() + rb"\b", re.MULTILINE
    )
    return any(written.search(data) for data in sources.values())


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
