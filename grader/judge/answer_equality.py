"""Compares two answers as hidden cases usually do: numbers by tolerance, other data by equality.

Both sides are plain data of built-in types, so no comparison runs a submission's code.
"""

import math
from collections.abc import Mapping
from importlib import import_module
from numbers import Number
from typing import Any

from grader.bridge.records import normal

_RELATIVE = {"close": 1e-6, "unordered": 1e-6, "precise": 1e-9}  # the first as pytest.approx
_ABSOLUTE = 1e-12
_SEQUENCES = (list, tuple)


def is_same(expected: Any, got: Any, compared: str = "close") -> bool:
    """Compare by one of the names that an author may give."""
    if compared == "unordered" and isinstance(got, _SEQUENCES) and type(expected) is type(got):
        expected, got = sorted(expected, key=normal), sorted(got, key=normal)
    return _is_close(expected, got, _RELATIVE[compared])


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


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def _is_close(expected: Any, got: Any, relative: float) -> bool:
    expected, got = _plain(expected), _plain(got)
    if isinstance(expected, Number) and isinstance(got, Number):
        return _are_close(expected, got, relative)
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return expected.keys() == got.keys() and all(
            _is_close(item, got[key], relative) for key, item in expected.items()
        )
    if isinstance(expected, _SEQUENCES) and type(expected) is type(got):
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
