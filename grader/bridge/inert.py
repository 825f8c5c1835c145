"""Stands for an object where the reference gave data: nothing can be asked of it."""

from enum import StrEnum
from typing import Any, NamedTuple, NoReturn

from grader.wire import cpython
from grader.wire.special_methods import KINDS, OPERATORS
from grader.wire.standins import NEVER_ASKED, NUMBER, StandIn, number_of


class Wrong(StrEnum):
    """What is wrong with what a submission gave or did, where it raised nothing."""

    OBJECT = "an object where data was expected"
    NO_VALUES = "missing values"
    NO_ITEMS = "an array or table without items"
    TOO_LARGE = "a value too large to compare"
    NOT_EQUAL = "objects that hold the same and are not equal"
    EQUAL = "objects that hold different values and are equal"
    OTHER_ORDER = "objects in another order than what they hold"
    FILE_CHANGED = "a file changed or removed that is not its own"
    FILE_NAMED = "a file named that the case must not open"
    ATTRIBUTE_SET = "an attribute set that is not its own"


class Refusal(NamedTuple):
    """Why a result is not used, for who words it."""

    wrong: Wrong
    giver: str = ""  # the function or method that gave it
    came: str = ""  # the class or kind of an object


class WrongResult(BaseException):
    """A result of the wrong kind was used."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(": ".join(filter(None, (refusal.giver, refusal.wrong, refusal.came))))
        self.refusal = refusal


_MARKS = ("_is_coroutine", "_is_coroutine_mark")  # asked by `mock` of all that it stands in for


class _Unseen(type):
    """Shows an abstract class no special method: each is there to refuse, and makes no list."""

    __mro__ = (object,)  # as `abc` asks; Python itself has its own


class Inert(StandIn, metaclass=_Unseen):
    """Takes part in no comparison and no operation; each try ends the case."""

    def __init__(self, made: Any, refusal: Refusal, number: int = 0) -> None:
        object.__setattr__(self, NUMBER, number or number_of(made))
        object.__setattr__(self, "_grader_made", made)  # while it lives, the jail keeps its object
        object.__setattr__(self, "_grader_refusal", refusal)

    def __repr__(self) -> str:
        return "<an object of the submission>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in NEVER_ASKED or name in _MARKS:
            raise AttributeError(name)
        _refuse(self)


def is_for_a_mock(op: str) -> bool:
    """Whether `unittest.mock` looks at what it stands in for: the test asked for none of it."""
    names = map(cpython.module_name, cpython.frames(2) if op == "get" else ())
    return next((name for name in names if not name.startswith("grader.")), "") == "unittest.mock"


def _refuse(self: Any, *_args: Any, **_named: Any) -> NoReturn:
    raise WrongResult(object.__getattribute__(self, "_grader_refusal"))


for _name in (OPERATORS | KINDS["change"]) - {"__repr__"}:
    setattr(Inert, _name, _refuse)
