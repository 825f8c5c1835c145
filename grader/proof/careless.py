"""Changes what a function of the reference does to what a careless one would do.

The text of this module is added to the reference, so it imports nothing of ours. Hollow answers
pass more often than one thinks: `all(a == b for a, b in zip(got, want))` holds for an empty `got`,
`not abs(got - want) > 1e-9` for a NaN.
"""

import contextlib
import functools
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

_Value = Any  # whatever a function of a reference takes or gives
_DIGITS = 6  # where six are noticed, fewer are
SORTS = "sorts its input"


class CarelessError(ValueError, TypeError, IndexError, AttributeError):
    """Is caught by a case that catches any of these."""


def careless(
    function: Callable[..., _Value], modules: Collection[str], words: str
) -> Callable[..., _Value]:
    """Change what a function does, by a row of the table below; most for outside callers alone."""
    row = CHANGES[words]

    @functools.wraps(function)
    def call(*args: _Value, **named: _Value) -> _Value:
        answer = function(*args, **named)
        caller = sys._getframe(1).f_globals.get("__name__")  # noqa: SLF001 # nothing else knows it
        if caller in modules and not row.is_for_all:
            return answer
        return row.change(answer, [*args, *named.values()])

    return call


def _nothing(answer: _Value, _given: Sequence[_Value]) -> _Value:
    if type(answer) in (list, tuple, set, frozenset, dict, str, bytes):
        return type(answer)()
    return answer[:0] if _array_kind(answer) and answer.ndim else answer


def _array_kind(value: _Value) -> str:
    return getattr(getattr(value, "dtype", None), "kind", "")


def _nan(answer: _Value, _given: Sequence[_Value]) -> _Value:
    return _each_fraction(answer, lambda number: number * float("nan"))


def _rounded(answer: _Value, _given: Sequence[_Value]) -> _Value:
    def less(number: _Value) -> _Value:
        return round(number, _DIGITS) if isinstance(number, float) else number.round(_DIGITS)

    return _each_fraction(answer, less)


def _each_fraction(value: _Value, change: Callable[[_Value], _Value]) -> _Value:
    """Change the numbers with a fraction in a value, also those in containers."""
    if isinstance(value, float) or _array_kind(value) == "f":
        return change(value)
    if type(value) in (list, tuple):
        return type(value)(_each_fraction(one, change) for one in value)
    if type(value) is dict:
        return {key: _each_fraction(one, change) for key, one in value.items()}
    return value


def _error(_answer: _Value, _given: Sequence[_Value]) -> _Value:
    raise CarelessError


def _sorted_input(answer: _Value, given: Sequence[_Value]) -> _Value:
    for row in _lists_in(given):
        before = repr(row)
        with contextlib.suppress(TypeError, ValueError, AttributeError):  # what has no order
            row.sort()
        if repr(row) == before:
            row[:] = row[::-1]
    return answer


def _lists_in(values: _Value) -> Iterator[_Value]:
    for one in values.values() if isinstance(values, dict) else values:
        if isinstance(one, list) or _array_kind(one):
            yield one
        if isinstance(one, dict | list | tuple):
            yield from _lists_in(one)


class Change(NamedTuple):
    """What becomes of an answer, and what an author does about cases that do not notice."""

    change: Callable[[_Value, Sequence[_Value]], _Value]  # answer, arguments
    advice: str
    is_for_all: bool = False  # callers in the function's own modules, too


CHANGES = {
    "gives something empty for every answer": Change(
        _nothing, "Let a case compare how much is given as well."
    ),
    "gives NaN for every answer": Change(
        _nan, "No comparison with NaN is true: assert what should hold, not its opposite."
    ),
    "gives an error for every answer": Change(_error, "Let a case ask for an answer, too."),
    "rounds its answer": Change(
        _rounded, f"Let a case compare more than {_DIGITS} digits.", is_for_all=True
    ),
    SORTS: Change(_sorted_input, "Let a case look at its input afterwards.", is_for_all=True),
}
