"""Inert, which stands for a value that is not admitted, and the errors by which a case fails."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NoReturn

from .special_methods import FAMILY


class Wrong(StrEnum):
    """What is wrong with what a submission gave or did, where it raised nothing."""

    OBJECT = "an object where data was expected"
    LACKS = "missing values, or an array without items"
    NOTHING = "nothing in place of items, which the case passes over"
    BELIEVED = "a comparison or an operator that the reference does not answer"
    ATTRIBUTE = "an attribute of a test's object that the reference does not use"
    FILE_CHANGED = "a file changed or removed that is not its own"
    FILE_NAMED = "a file named that the case must not open"
    TEXT_RUN = 'a text that the case would run, for which the lesson needs cases = "together"'


class WrongResult(BaseException):
    """A result of the wrong kind was used; the case has failed, whatever the test catches."""

    def __init__(self, wrong: Wrong, giver: str = "", came: str = "") -> None:
        super().__init__(": ".join(filter(None, (giver, wrong, came))))
        self.wrong = wrong
        self.giver = giver  # the function or method that gave it
        self.came = came  # the class or kind of an object


class CannotCross(TypeError):
    """A hidden case hands over or asks for what the border does not carry."""


class _Unseen(type):
    """Shows an abstract class none of the special methods, all of which are there to refuse."""

    __mro__ = (object,)  # as `abc` asks; Python itself has its own


class Inert(metaclass=_Unseen):
    """Takes part in no comparison and no operation; each try fails the case for good."""

    __slots__ = ("__weakref__", "_grader_handle", "_grader_refuse")

    def __init__(self, handle: Any, refuse: Callable[[], NoReturn]) -> None:
        object.__setattr__(self, "_grader_handle", handle)  # so that it can be handed back
        object.__setattr__(self, "_grader_refuse", refuse)

    def __repr__(self) -> str:
        return "<an object of the submission>"

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            return Inert
        if name.startswith("_"):  # as pytest and mock ask, and a test by `hasattr`
            raise AttributeError(name)
        return _refuse(self)


def _refuse(self: Inert, *_args: Any, **_named: Any) -> NoReturn:
    object.__getattribute__(self, "_grader_refuse")()
    raise AssertionError


# a value that is not callable raises TypeError when it is called
_LEFT_OUT = {"__repr__", "__get__", "__set__", "__call__"}
for _name in {*FAMILY, "__setattr__", "__delattr__"} - _LEFT_OUT:
    setattr(Inert, _name, _refuse)


class CallableInert(Inert):
    """Stands for a function, a class or a callable object: `callable` asks nothing of a value."""

    __slots__ = ()
    __call__ = _refuse
