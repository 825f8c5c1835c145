"""What a decorator's object gives for a method of a class of the test's: something to call.

Where the reference's decorator gives a function, Python binds it and nobody is asked. A function,
and an object that is called and can do nothing else, are right in its place: no comparison asks
them.
"""

from typing import Any

from grader.wire.classes import RemoteObject
from grader.wire.functions import RemoteFunction
from grader.wire.standins import WRAPS, number_of, own_dict

from . import policy

_ASKED = ("special", "__get__")
_MRO = type.__dict__["__mro__"].__get__


def bound(link: Any, asked: tuple[str, str], made: Any) -> RemoteFunction | None:
    """Give what arrived for `obj.method` as a function; None where it is none."""
    if asked != _ASKED:
        return None
    if isinstance(made, RemoteFunction):
        return made
    return _calling(link, made) if isinstance(made, RemoteObject) else None


def _calling(link: Any, made: RemoteObject) -> RemoteFunction | None:
    if not any(vars(cls).get("__call__") for cls in _MRO(type(made))):
        return None
    name = type(made).__name__
    facts = own_dict(made).get(WRAPS) or {**policy.MOCK_FACTS, "name": name, "qualname": name}
    function = RemoteFunction(link, number_of(made), facts)
    own_dict(function)["_grader_made"] = made  # while it lives, the jail keeps its object
    return function
