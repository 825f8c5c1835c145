"""numpy's arrays and numbers as dtype, shape and bytes, and tables of plain columns as arrays.

Nothing is loaded here: a library that the end has not loaded has no values at it either.
"""

import math
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from .connection import MAX_FRAME_BYTES, Malformed

_KINDS = frozenset("biufcSUMm")  # neither objects nor records
_MAX_DIMENSIONS = 32


class Form(NamedTuple):
    """How the values of one class of a library cross."""

    tag: str
    is_mutable: bool
    parts: Callable[[Any], tuple[Any, ...]]
    build: Callable[..., Any]
    change: Callable[[Any, Any], None] | None = None


def _array_parts(array: Any) -> tuple[Any, ...]:
    return array.dtype.str, tuple(array.shape), array.tobytes()


def build_array(name: Any, shape: Any, data: Any) -> Any:
    """Read an array; every number is checked before anything is allocated."""
    if type(name) is not str or type(shape) is not tuple or type(data) is not bytes:
        raise Malformed("an array of no known form")
    if len(shape) > _MAX_DIMENSIONS or not all(type(n) is int and n >= 0 for n in shape):
        raise Malformed("an array of no known shape")
    numpy = sys.modules["numpy"]
    dtype = numpy.dtype(name)
    count = math.prod(shape)
    if dtype.kind not in _KINDS or count * dtype.itemsize != len(data):
        raise Malformed("an array whose bytes do not fit its shape")
    if count > MAX_FRAME_BYTES:  # of items without a size
        raise Malformed("an array that is too large")
    return (
        numpy.frombuffer(data, dtype).reshape(shape).copy() if data else numpy.zeros(shape, dtype)
    )


def _change_array(array: Any, new: Any) -> None:
    if array.shape != new.shape or array.dtype != new.dtype or not array.flags.writeable:
        raise Malformed("an array that changed its shape")
    array[...] = new


def _build_dtype(name: Any) -> Any:
    made = sys.modules["numpy"].dtype(name) if type(name) is str else None
    if made is None or made.kind not in _KINDS:
        raise Malformed("a type of no known name")
    return made


def _column(array: Any) -> Any:
    """Take a column as an array that crosses, or as a list of its values."""
    return array if array.dtype.kind in _KINDS else [_value(one) for one in array.tolist()]


def _value(value: Any) -> Any:
    return None if value is getattr(sys.modules.get("pandas"), "NA", ...) else value


def _series_parts(series: Any) -> tuple[Any, ...]:
    return _column(series.to_numpy()), _column(series.index.to_numpy()), series.name


def _build_series(values: Any, index: Any, name: Any) -> Any:
    return sys.modules["pandas"].Series(values, index, name=name)


def _frame_parts(frame: Any) -> tuple[Any, ...]:
    columns = [_column(frame.iloc[:, n].to_numpy()) for n in range(frame.shape[1])]
    return columns, list(frame.columns), _column(frame.index.to_numpy())


def _build_frame(columns: Any, names: Any, index: Any) -> Any:
    made = sys.modules["pandas"].DataFrame(dict(enumerate(columns)), index=index)
    made.columns = names
    return made


def _fits(value: Any) -> bool:
    kind = getattr(getattr(value, "dtype", None), "kind", "b")
    return type(value).__module__.startswith("pandas") or kind in _KINDS


def form_of(value: Any) -> Form | None:
    """Say how a value of a library crosses; None for what does not."""
    kind = type(value)
    top = kind.__module__.partition(".")[0]
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    if top == "numpy" and numpy is not None and _fits(value):
        if isinstance(value, numpy.dtype):
            return FORMS["dtype"] if value.kind in _KINDS else None
        if kind is numpy.ndarray:
            return FORMS["array"]
        if issubclass(kind, numpy.generic) and getattr(numpy, kind.__name__, None) is kind:
            return FORMS["scalar"]
    if top == "pandas" and pandas is not None and kind in (pandas.Series, pandas.DataFrame):
        return FORMS["series" if kind is pandas.Series else "frame"]
    return None


FORMS = {
    "array": Form("array", True, _array_parts, build_array, _change_array),
    "scalar": Form(
        "scalar",
        False,
        lambda v: (v.dtype.str, (), v.tobytes()),
        lambda *parts: build_array(*parts)[()],
    ),
    "dtype": Form("dtype", False, lambda v: (v.str,), _build_dtype),
    "series": Form("series", False, _series_parts, _build_series),
    "frame": Form("frame", False, _frame_parts, _build_frame),
}


def lack_of(value: Any) -> str:
    """Say what an array or table lacks: its items, or the values of some; empty for nothing."""
    if not hasattr(value, "size"):
        return ""
    if value.size == 0:
        return "empty"
    pandas = sys.modules.get("pandas")
    if pandas is not None and type(value).__module__.startswith("pandas"):
        return "nan" if bool(value.isna().to_numpy().any()) else ""
    if value.dtype.kind in "fcMm" and bool((value != value).any()):
        return "nan"
    return ""
