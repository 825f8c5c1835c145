"""Wraps a function so that it treats its input, or its precision, as a careless one would.

A copy of this file lies beside a wrapped reference in the jail, so it imports nothing of ours.
"""

import functools
import inspect
import struct
import sys
from collections.abc import Callable, Iterator, Sequence, Sized

SINGLE = "float32"
_Function = Callable[..., object]
_Bound = inspect.BoundArguments


def wrapped(function: _Function, modules: Sequence[str], kind: str, *details: object) -> _Function:
    """Wrap a function of one of the modules; `kind` names a row of the table below."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def call(*args: object, **named: object) -> object:
        caller = sys._getframe(1).f_globals.get("__name__")  # noqa: SLF001 # nothing else knows it
        if (caller in modules) is not (kind == "between"):
            return function(*args, **named)
        bound = signature.bind(*args, **named)
        bound.apply_defaults()
        return KINDS[kind](function, bound, *details)

    return call


def _given(function: _Function, bound: _Bound, digits: int | str) -> object:
    args = [precise(value, digits) for value in bound.args]
    named = {name: precise(value, digits) for name, value in bound.kwargs.items()}
    return function(*args, **named)


def _gives(function: _Function, bound: _Bound, digits: int | str) -> object:
    return precise(function(*bound.args, **bound.kwargs), digits)


def precise(value: object, digits: int | str) -> object:
    """Return a value whose numbers with a fraction are less precise, also those in containers."""
    if isinstance(value, float):
        return _single(value) if digits == SINGLE else round(value, int(digits))
    if isinstance(value, dict) and type(value) is dict:
        return {key: precise(one, digits) for key, one in value.items()}
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return type(value)(precise(one, digits) for one in value)
    return _of_array(value, digits)


def _of_array(value: object, digits: int | str) -> object:
    if getattr(getattr(value, "dtype", None), "kind", "") != "f":
        return value
    change, detail = ("astype", SINGLE) if digits == SINGLE else ("round", digits)
    less: object = getattr(value, change)(detail)
    return less


def _single(value: float) -> float:
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return value


def _spoils(function: _Function, bound: _Bound, change: str, edge: str, name: str = "") -> object:
    try:
        answer = function(*bound.args, **bound.kwargs)
    except Exception:
        _spoil(bound, change, lambda _: edge == "raises")
        raise
    value = bound.arguments.get(name)
    _spoil(bound, change, lambda row: is_at(edge, row, value, answer))
    return answer


def is_at(edge: str, row: list[object], value: object, answer: object) -> bool:
    """Whether a list lies at an edge: by an argument's value beside it, or by what came out."""
    if edge == "gives nothing":
        return type(answer) in (int, float, list, dict, tuple, str) and not answer
    if type(value) is not int:
        return False
    return value < 1 if edge == "none" else edge == "beyond" and value > len(row)


def _spoil(bound: _Bound, change: str, is_meant: Callable[[list[object]], bool]) -> None:
    for row in [*lists_in(list(bound.arguments.values()), outermost=False)]:
        if is_meant(row):
            try:
                CHANGES[change](row)
            except TypeError:  # what has no order is not sorted
                continue


def lists_in(value: object, *, outermost: bool = True) -> Iterator[list[object]]:
    """Yield the lists in a value, at any depth."""
    if isinstance(value, list) and outermost:
        yield value
    if isinstance(value, dict):
        value = list(value.values())
    for one in value if isinstance(value, list | tuple) else ():
        yield from lists_in(one)


# what notices that the last item is gone notices a list that was cut short or emptied
CHANGES: dict[str, Callable[[list[object]], object]] = {
    "pads": lambda row: row.append(0),
    "drops the last item of": lambda row: row and row.pop(),
    "reverses": lambda row: row.reverse(),
    "sorts": lambda row: row.sort(),
    "reverse-sorts": lambda row: row.sort(reverse=True),
}


def _adds_keys(function: _Function, bound: _Bound) -> object:
    answer = function(*bound.args, **bound.kwargs)
    for table, keys in missing_keys(list(bound.arguments.values())):
        usual = next(iter(table.values()), 0)
        for key in keys:
            table[key] = type(usual)() if isinstance(usual, list | dict) else 0
    return answer


def missing_keys(arguments: Sequence[object]) -> list[tuple[dict[object, object], list[object]]]:
    """List the dictionaries of the arguments with the keys that others would look up in them."""
    tables = [one for one in arguments if isinstance(one, dict)]
    asked = [key for table in tables for key in table]
    asked += [one for one in arguments if isinstance(one, str)]
    named = [one for row in lists_in(list(arguments)) for one in row if isinstance(one, str)]
    inner = [one for table in tables for one in table.values() if isinstance(one, dict)]
    outer = tables if len(tables) > 1 or not inner else []
    pairs = [(table, asked if inner else asked + named) for table in outer]
    pairs += [(table, named) for table in inner]
    found = [(table, [key for key in keys if key not in table]) for table, keys in pairs]
    return [(table, keys) for table, keys in found if keys]


_ANSWERS: dict[tuple[_Function, str], object] = {}


def _remembers(function: _Function, bound: _Bound, name: str) -> object:
    rest = {key: value for key, value in bound.arguments.items() if key != name}
    asked = function, f"{kept_of(bound.arguments[name])} {rest!r}"
    if asked not in _ANSWERS:
        _ANSWERS[asked] = function(*bound.args, **bound.kwargs)
    return _ANSWERS[asked]


def kept_of(value: object) -> object:
    """Return what a careless memory tells two values of one argument apart by."""
    return len(value) if isinstance(value, Sized) else None


KINDS: dict[str, _Function] = {
    "given": _given,
    "gives": _gives,
    "between": _gives,
    "spoils": _spoils,
    "adds keys": _adds_keys,
    "remembers": _remembers,
}
