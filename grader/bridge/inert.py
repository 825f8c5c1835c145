"""Stands for an object where the reference gave data: nothing can be asked of it."""

from typing import Any, NoReturn

from grader.wire import cpython
from grader.wire.special_methods import KINDS, OPERATORS
from grader.wire.standins import NEVER_ASKED, NUMBER, StandIn, number_of


class WrongResult(BaseException):
    """A result of the wrong kind was used; its text is a sentence for the student."""


_MARKS = ("_is_coroutine", "_is_coroutine_mark")  # asked by `mock` of all that it stands in for


class _Unseen(type):
    """Shows an abstract class no special method: each is there to refuse, and makes no list."""

    __mro__ = (object,)  # as `abc` asks; Python itself has its own


class Inert(StandIn, metaclass=_Unseen):
    """Takes part in no comparison and no operation; each try ends the case."""

    def __init__(self, made: Any, sentence: str) -> None:
        object.__setattr__(self, NUMBER, number_of(made))
        object.__setattr__(self, "_grader_made", made)  # while it lives, the jail keeps its object
        object.__setattr__(self, "_grader_sentence", sentence)

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
    raise WrongResult(object.__getattribute__(self, "_grader_sentence"))


for _name in (OPERATORS | KINDS["change"]) - {"__repr__"}:
    setattr(Inert, _name, _refuse)
