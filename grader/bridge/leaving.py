"""Leaving a `with` over an object of the student's: what its end is told, and what its word is.

A true answer of `__exit__` swallows the error. Where the reference's was never handed one, such
an answer would swallow the failed assertion of the test itself.
"""

from collections.abc import Callable
from typing import Any

from grader.wire.standins import number_of
from grader.wire.values import Raised

from .contract import Gate

_EXCEPTION = ("builtins", "Exception")
NAMES = ("__exit__", "__aexit__")


def leave(
    gate: Gate, place: str, name: str, args: tuple[Any, ...], ask: Callable[[tuple[Any, ...]], Any]
) -> Any:
    """Have the object end; it may swallow an error only where the reference was handed one."""
    error = args[1] if len(args) > 1 else None
    if error is None or gate.admits_operator(f"{place}|{name} after an error"):
        return ask(args)
    if _says_what_was_expected(error):
        args = (AssertionError, AssertionError(), *args[2:])
    answer = ask(args)
    return _awaited(answer) if name == "__aexit__" else False


def _says_what_was_expected(error: Any) -> bool:
    is_failure = isinstance(error, AssertionError) or not isinstance(error, Exception)
    return is_failure and not number_of(error)


def hold_back_assertions(raised: Raised) -> None:
    """Empty what an error of the test's came from, where that says what was expected."""
    for behind in (raised.cause, raised.context):
        if not isinstance(behind, Raised):
            continue
        if ("builtins", "AssertionError") in behind.types or _EXCEPTION not in behind.types:
            behind.args, behind.state, behind.text = [], {}, ""
        hold_back_assertions(behind)


async def _awaited(answer: Any) -> bool:
    await answer
    return False
