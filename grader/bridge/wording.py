"""Names for what is asked, and the sentence for an object where data was expected."""

import re
from types import ModuleType
from typing import Any

from grader.wire.classes import RemoteObject
from grader.wire.functions import RemoteCoroutine, RemoteFunction, RemoteIterator
from grader.wire.iterators import Drawn
from grader.wire.libraries import Lack
from grader.wire.methods import BoundMember
from grader.wire.standins import StandIn, own_dict

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
