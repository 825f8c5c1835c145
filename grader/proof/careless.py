"""Changes a function of the reference, or what it prints, to what a careless one would give.

The text of this module is added to the reference, so it imports nothing of ours. Hollow answers
pass more often than one thinks: `all(a == b for a, b in zip(got, want))` holds for an empty `got`,
`not abs(got - want) > 1e-9` for a NaN, `numpy.allclose(got, 0.5)` for an empty list.
"""

import contextlib
import functools
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence, Sized
from typing import Any, NamedTuple

_Value = Any  # whatever a function of a reference takes or gives
_State = dict[str, Any]  # what a changed function keeps from call to call
_Alter = Callable[[_Value, Sequence[_Value], _State], _Value]  # an answer, by what was given
_DIGITS = 6  # where six are noticed, fewer are


class CarelessError(ValueError, TypeError, IndexError, AttributeError):
    """Is caught by a case that catches any of these."""


class ShownError(BaseException):
    """Ends a case of a probe, which no `except Exception` of it catches."""


def careless(
    function: Callable[..., _Value], modules: Collection[str], words: str, *, is_probe: bool = False
) -> Callable[..., _Value]:
    """Change what a function does, by a row of the table below; most for outside callers alone.

    A probe raises as soon as the change could show outside.
    """
    row, state = CHANGES[words], _State()
    change = row.shows if is_probe and row.shows else row.change

    @functools.wraps(function)
    def call(*args: _Value, **named: _Value) -> _Value:
        answer = function(*args, **named)
        caller = sys._getframe(1).f_globals.get("__name__")  # noqa: SLF001 # nothing else knows it
        if caller in modules and (is_probe or not row.is_for_all):
            return answer
        before = repr((answer, args, named)) if is_probe else ""
        try:
            given = change(answer, [*args, *named.values()], state)
        except CarelessError as error:
            raise (ShownError(words) if is_probe else error) from None
        if is_probe and repr((given, args, named)) != before:
            raise ShownError(words)
        return given

    return call


def _nothing(answer: _Value, _given: Sequence[_Value], _state: _State) -> _Value:
    if type(answer) in (list, tuple, set, frozenset, dict, str, bytes):
        return type(answer)()
    return answer[:0] if _array_kind(answer) and answer.ndim else answer


def _array_kind(value: _Value) -> str:
    return getattr(getattr(value, "dtype", None), "kind", "")


def _nan(answer: _Value, _given: Sequence[_Value], _state: _State) -> _Value:
    return _each_number(answer, lambda number: number * float("nan"))


def _each_number(value: _Value, change: Callable[[_Value], _Value]) -> _Value:
    """Change the numbers with a fraction in a value, also those in containers."""
    if isinstance(value, float) or _array_kind(value) == "f":
        return change(value)
    if type(value) in (list, tuple):
        return type(value)(_each_number(one, change) for one in value)
    if type(value) is dict:
        return {key: _each_number(one, change) for key, one in value.items()}
    return value


def _error(_answer: _Value, _given: Sequence[_Value], _state: _State) -> _Value:
    raise CarelessError


def _answer_before(answer: _Value, _given: Sequence[_Value], state: _State) -> _Value:
    before = state.get("answer", answer)
    state["answer"] = answer
    return before


def _no_numbers(answer: _Value, _given: Sequence[_Value], _state: _State) -> _Value:
    import numpy

    return [] if isinstance(answer, float | numpy.ndarray | numpy.number) else answer


def _rounded(answer: _Value, _given: Sequence[_Value], _state: _State) -> _Value:
    def less(number: _Value) -> _Value:
        return round(number, _DIGITS) if isinstance(number, float) else number.round(_DIGITS)

    return _each_number(answer, less)


def _sorted_input(answer: _Value, given: Sequence[_Value], state: _State) -> _Value:
    for row in _lists_in(given):
        before = repr(row)
        if before in state:
            continue  # as an earlier call has left it
        with contextlib.suppress(TypeError, ValueError, AttributeError):  # what has no order
            row.sort()
        if repr(row) == before:
            row[:] = row[::-1]
        state[repr(row)] = True
    return answer


def _lists_in(values: _Value) -> Iterator[_Value]:
    for one in values.values() if isinstance(values, dict) else values:
        if isinstance(one, list) or _array_kind(one):
            yield one
        if isinstance(one, dict | list | tuple):
            yield from _lists_in(one)


def _remembered(answer: _Value, given: Sequence[_Value], state: _State) -> _Value:
    """Tell the first argument by its length alone."""
    if not given:
        return answer
    first = len(given[0]) if isinstance(given[0], Sized) else None
    return state.setdefault(repr((first, given[1:])), answer)


class Change(NamedTuple):
    """What becomes of an answer, and what an author does about cases that do not notice."""

    change: _Alter
    advice: str
    package: str | None = None  # that the change needs
    is_for_all: bool = False  # callers in the function's own modules, too
    shows: _Alter | None = None  # what a probe does


_ALL = "for every answer"
_COMPARE_SIZES = "Let a case compare how much is given as well."
CHANGES = {
    f"gives something empty {_ALL}": Change(_nothing, _COMPARE_SIZES),
    f"gives NaN {_ALL}": Change(
        _nan, "No comparison with NaN is true: assert what should hold, not its opposite."
    ),
    f"gives an error {_ALL}": Change(_error, "Let a case ask for an answer, too."),
    f"gives the answer before it {_ALL}": Change(
        _answer_before, "Let a case ask twice, for different answers."
    ),
    f"gives its argument {_ALL}": Change(
        lambda answer, given, _state: given[0] if given else answer,
        "Let a case ask for an answer that is none of its arguments.",
    ),
    f"gives an empty list for numbers {_ALL}": Change(_no_numbers, _COMPARE_SIZES, "numpy"),
    "rounds its answer": Change(
        _rounded, f"Let a case compare more than {_DIGITS} digits.", is_for_all=True, shows=_nan
    ),
    "sorts its input": Change(
        _sorted_input, "Let a case look at its input afterwards.", is_for_all=True
    ),
    "remembers an earlier answer": Change(
        _remembered,
        "Let a case ask twice with as many values, for different answers.",
        is_for_all=True,
        shows=lambda answer, given, _state: None if given else answer,
    ),
}


def printing(way: str) -> Callable[..., None]:
    """Make a `print` that prints otherwise, by a row of the table below."""
    change = PRINTED[way]

    def changed(
        *values: _Value, sep: str | None = " ", end: str | None = "\n", **named: _Value
    ) -> None:
        sep, end = " " if sep is None else sep, "\n" if end is None else end
        text = sep.join(map(str, values)) + end
        stream = named.get("file") or sys.stdout
        stream.write(change(text) if stream is sys.stdout else text)

    return changed


_NUMBER = re.compile(r"-?\d+(?:\.(\d+))?")


def _every_number(text: str) -> str:
    """Write a text with each number from 0 to 999 in the place of its own, as long after a dot."""
    if not _NUMBER.search(text):
        return text

    def written(number: int) -> str:
        def instead(found: re.Match[str]) -> str:
            digits = len(found[1] or "")
            return f"{number / 10**digits:.{digits}f}"

        return _NUMBER.sub(instead, text)

    return "".join(map(written, range(1000)))


PRINTED: dict[str, Callable[[str], str]] = {
    "nothing": lambda _text: "",
    "no number": lambda text: "" if _NUMBER.search(text) else text,
    "everything": _every_number,
}
