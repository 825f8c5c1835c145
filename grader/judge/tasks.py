"""What an examiner is asked to do with one submission."""

from msgspec import Struct

from .events import HiddenParts
from .fair_calls import Asked


class RunCases(Struct, tag=True):
    """Run hidden cases over it."""

    sources: dict[str, bytes]
    todo: list[str] | None = None  # in the order to judge; None: all, as written
    until_failure: bool = False
    is_recording: bool = False  # it is the reference, from which the contract is learned
    is_afresh: bool = False  # the cases are collected again, with this submission


class DrawCalls(Struct, tag=True):
    """Draw fair calls from the author's inputs, and have the reference answer them."""

    sources: dict[str, bytes]
    hidden: HiddenParts


class FindDifference(Struct, tag=True):
    """Find a fair call that it answers otherwise than the reference."""

    sources: dict[str, bytes]
    asked: Asked


Task = RunCases | DrawCalls | FindDifference
