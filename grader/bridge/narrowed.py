"""What a student's object gives where Python asks nobody for the reference's: less than it is.

Where the reference's decorator gives a function, Python binds it itself, and a sequence without
`__reversed__` it goes through from the end. An object is right in their place as far as it is
called, or looped over. It can do nothing else, so no comparison asks it.
"""

from collections.abc import Iterator
from typing import Any

from grader.wire.classes import RemoteObject
from grader.wire.functions import RemoteFunction
from grader.wire.standins import WRAPS, number_of, own_dict

from . import policy

_BINDS = ("special", "__get__")
_REVERSES = ("special", "__reversed__")
_MRO = type.__dict__["__mro__"].__get__


def narrowed(link: Any, asked: tuple[str, str], made: Any) -> Any:
    """Give as much of an object as is right there, whatever the reference gave; or None."""
    if asked == _BINDS and isinstance(made, RemoteFunction):
        return made
    if asked == _BINDS and isinstance(made, RemoteObject):
        return _calling(link, made)
    if asked == _REVERSES and isinstance(made, RemoteObject):
        return _items(made)
    return None


def _items(made: Any) -> Iterator[Any]:
    yield from made


def _calling(link: Any, made: RemoteObject) -> RemoteFunction | None:
    if not any(vars(cls).get("__call__") for cls in _MRO(type(made))):
        return None
    name = type(made).__name__
    facts = own_dict(made).get(WRAPS) or {**policy.MOCK_FACTS, "name": name, "qualname": name}
    function = RemoteFunction(link, number_of(made), facts)
    own_dict(function)["_grader_made"] = made  # while it lives, the jail keeps its object
    return function
