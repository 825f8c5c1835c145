"""Fair calls, which a submission may be asked in public, and what is said of their answers.

Answers are compared as hidden cases usually do: numbers by tolerance, other data by equality. Both
sides are plain data of built-in types, so no comparison runs a submission's code.
"""

import math
from collections.abc import Mapping, Sequence
from importlib import import_module
from numbers import Number
from typing import Any, Literal

import msgspec

from grader.cases.events import Text
from grader.judge.jobs import HiddenParts

INTERVIEWER = "grader.advice.interview"  # named, since only an examiner loads it
MOST_CALLS = 200  # of one function
LONGEST_CALL = 300  # characters, as a reader sees them
_LISTS = (list, tuple)
COMPARISONS = {"close": 1e-6, "unordered": 1e-6, "precise": 1e-9}  # the first as pytest.approx
_ABSOLUTE = 1e-12
CHANGED = "changed"  # of a way: the answer is right, and the arguments are no longer the same


class FairCall(msgspec.Struct, frozen=True):
    """A call that may be shown, with what the reference does."""

    function: str
    arguments: bytes  # a tuple, packed
    size: int
    text: str
    answer: bytes = b""
    raised: str = ""  # the type of the exception, where the reference raises one
    changes: bool = False  # whether the reference changes what it is given
    compared: str = "close"  # a way to compare, or what tells right answers from wrong ones
    files: dict[str, bytes] = {}  # that the arguments name by a path

    @property
    def has_many_answers(self) -> bool:
        """Whether other answers than the reference's are right."""
        return self.compared not in COMPARISONS


class Way(msgspec.Struct, frozen=True):
    """How a case or a call goes wrong, on both sides.

    A side is the kind of a value, what is raised behind a `!`, with the line where a submission
    raises it, or empty where both give values of one kind.
    """

    function: str
    expected: str = ""
    got: str = ""

    def may_be_of(self, call: FairCall) -> bool:
        """Whether the reference's side is that of a call."""
        is_raised = self.expected.startswith("!")
        return call.function == self.function and is_raised == bool(call.raised)


def raised_in(types: str, file: str, line: int) -> str:
    """Write the side of a way that a submission raises."""
    return f"!{types} in line {line} of {file}"


class DrawCalls(msgspec.Struct, tag=True):
    """Draw fair calls from the author's inputs, and have the reference answer them."""

    hidden: HiddenParts


class FindDifference(msgspec.Struct, tag=True):
    """Find a fair call that a submission answers otherwise than the reference: best first."""

    calls: list[FairCall]
    ways: list[Way] = []  # that the answer may go wrong in; none: any


class Drawn(msgspec.Struct):
    """The calls that a submission may be asked, and what is wrong with the author's inputs."""

    calls: list[FairCall]
    faults: list[str]


class Differs(msgspec.Struct):
    """A submission answers a fair call otherwise than the reference."""

    number: int  # of the call
    how: Literal["gave", "raised", "changed"]
    expected: Text
    got: Text
    way: Way


def size_of(value: Any) -> int:
    """Count what a reader has to look at: characters, items and what holds them."""
    if isinstance(value, str | bytes):
        return 1 + len(value)
    if isinstance(value, Mapping):
        return 1 + sum(size_of(key) + size_of(item) for key, item in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return 1 + sum(map(size_of, value))
    return int(getattr(value, "size", 1))


def order_of(call: FairCall) -> tuple[int, int, str]:
    """Sort by size, then by what is written: short numbers before long ones."""
    return call.size, len(call.text), call.text


def plain_first(call: FairCall) -> tuple[bool, bool, tuple[int, int, str]]:
    """Sort what the reference answers before what it refuses, what is empty behind the rest.

    So an edge is told of where nothing plainer goes wrong in the same way.
    """
    has_empty = any(empty in call.text for empty in ("[]", "{}", "()", "''"))
    return bool(call.raised), has_empty, order_of(call)


def choose(calls: Sequence[FairCall]) -> list[FairCall]:
    """Keep the smaller half of what there is room for, and an even spread over the rest."""
    ordered = sorted({call.text: call for call in calls}.values(), key=order_of)
    half = MOST_CALLS // 2
    return [*ordered[:half], *spread(ordered[half:], half)]


def spread(calls: list[FairCall], most: int) -> list[FairCall]:
    """Keep so many, evenly over the whole; all, where there are no more."""
    if len(calls) <= most:
        return calls
    return [calls[i * len(calls) // most] for i in range(most)]


def is_right(arguments: tuple[Any, ...], answer: Any, decides: str) -> bool:
    """Ask an author's function, named with its module, which is given the arguments and the answer.

    An answer that it cannot read, so that it raises something, is none of the right ones.
    """
    module, _, name = decides.rpartition(".")
    function = getattr(import_module(module), name)
    try:
        return bool(function(*arguments, answer))
    except Exception:
        return False


def is_same(expected: Any, got: Any, compared: str = "close") -> bool:
    """Compare by one of the names that an author may give."""
    if compared == "unordered" and isinstance(got, _LISTS) and type(expected) is type(got):
        from grader.border.records import normal  # what only looks at examples compares nothing

        expected, got = sorted(expected, key=normal), sorted(got, key=normal)
    return _is_close(expected, got, COMPARISONS[compared])


def _is_close(expected: Any, got: Any, relative: float) -> bool:
    expected, got = (v.tolist() if hasattr(v, "tolist") else v for v in (expected, got))
    if isinstance(expected, Number) and isinstance(got, Number):
        return _are_close(expected, got, relative)
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return expected.keys() == got.keys() and all(
            _is_close(item, got[key], relative) for key, item in expected.items()
        )
    if isinstance(expected, _LISTS) and type(expected) is type(got):
        pairs = zip(expected, got, strict=False)
        return len(expected) == len(got) and all(_is_close(*pair, relative) for pair in pairs)
    return bool(expected == got)


def _are_close(expected: Any, got: Any, relative: float) -> bool:
    if expected == got:
        return True
    try:
        close = math.isclose(expected, got, rel_tol=relative, abs_tol=_ABSOLUTE)
        return close or (math.isnan(expected) and math.isnan(got))
    except (TypeError, OverflowError):  # of complex numbers, and of whole ones beyond any float
        return False
