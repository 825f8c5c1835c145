"""Exceptions of a session, and what either side is told of those that the other raises."""

from collections.abc import Iterator
from typing import Any

from grader.wire.conversation import Breach
from grader.wire.standins import number_of
from grader.wire.values import Box, Raised, Value

_EXCEPTION = ("builtins", "Exception")
_MAY_STOP = ("__next__", "import")  # an iterator, and what nothing goes through


class SubmissionEnded(BaseException):
    """The submission's process is gone or broke the rules; a new pair must be made."""


class TooMuchPrinted(BaseException):
    """The submission printed beyond the cap."""


# raised by a session itself: no case and no submission may answer for them
CONTROL = (SubmissionEnded, TooMuchPrinted, Breach)


def stopped(link: Any, error: BaseException, op: str, args: tuple[Any, ...]) -> BaseException:
    """Give what a test is told of an error that means an end, from an operation.

    `map`, `zip` and `for` take StopIteration for the end of what they go through, a group of
    tasks CancelledError for that of a task, and a test would go on with nothing looked at:
    but for the end of an iterator, and where the reference raised one, it is another error.
    """
    kind = "StopIteration" if isinstance(error, StopIteration) else "CancelledError"
    name = args[2] if op == "special" else op
    may_stop = kind == "StopIteration" and name in _MAY_STOP
    if may_stop or link.learned.admits_operator(f"{link.place()}|{kind}"):
        return error
    told = RuntimeError(f"your code raised {kind}")
    told.__cause__ = error
    kept = {"_grader_where": ("", 0), "_grader_types": [(type(error).__module__, kind)]}
    vars(told).update({key: getattr(error, key, value) for key, value in kept.items()})
    return told


def says_what_was_expected(error: Any) -> bool:
    """Whether an exception is the test's own failure."""
    is_failure = isinstance(error, AssertionError) or not isinstance(error, Exception)
    return is_failure and not number_of(error)


def hold_back_assertions(raised: Raised) -> None:
    """Empty what an error of the test's came from or holds, where that says what was expected."""
    for other in _told_with(raised):
        if ("builtins", "AssertionError") in other.types or _EXCEPTION not in other.types:
            other.args, other.state, other.text = [], {}, ""
        hold_back_assertions(other)


def _told_with(raised: Raised) -> Iterator[Raised]:
    """Go through the errors that are told with one: its cause, its context, those of a group."""
    left: list[Value] = [raised.cause, raised.context, *raised.args, *raised.state.values()]
    while left:
        part = left.pop()
        if isinstance(part, Raised):
            yield part
        elif isinstance(part, Box):
            left += [*part.items, *part.keys]
