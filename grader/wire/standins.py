"""What all stand-ins have in common: they live on the other side and are asked for there."""

from typing import Any

NUMBER = "_grader_number"
LINK = "_grader_link"
BASE = "_grader_base"
WRAPS = "_grader_wraps"  # what is told of the function that an instance stands for
# test runners and mocks ask everything that they see for these; nothing of a student's has them
NEVER_ASKED = frozenset(
    "pytestmark __test__ __bases__ __wrapped__ __text_signature__ _mock_name _mock_methods".split()
)


class CannotCross(Exception):
    """A value cannot be handed to the other side; its text names type and place."""


class StandIn:
    """Base of all stand-ins: `isinstance(x, StandIn)` says that x lives on the other side."""


# the instance's own dict, also where a subclass shows another one under that name
_dict_of = StandIn.__dict__["__dict__"].__get__


def own_dict(stand_in: Any) -> dict[str, Any]:
    """The attributes of the stand-in itself, not those of what it stands for."""
    try:
        found: dict[str, Any] = _dict_of(stand_in)
    except TypeError:  # a mock that names a stand-in class as its own
        return {}
    return found


def bare_base(value: Any) -> Any:
    """The built-in container that a local value is in all but its class's name, or None.

    A class over there that adds nothing to `list` has a stand-in whose instances are lists here.
    """
    cls = type(value)
    return None if number_of(value) else getattr(cls, BASE, None)


def number_of(value: Any) -> int:
    """The other side's number of what a stand-in stands for; 0 for everything else."""
    own: Any = {}
    if issubclass(type(value), StandIn):
        own = own_dict(value)
    elif isinstance(value, type | BaseException):
        own = vars(value)
    found = own.get(NUMBER, 0)
    return found if type(found) is int else 0


def link_of(owner: Any) -> Any:
    """The connection of a stand-in, be it a class or an instance of one."""
    return type.__getattribute__(owner if isinstance(owner, type) else type(owner), LINK)
