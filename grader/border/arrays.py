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


def _column(array: Any) -> tuple[Any, ...]:
    """Write a column as an array that crosses, or as its values."""
    if array.dtype.kind in _KINDS:
        return ("array", *_array_parts(array))
    return ("values", *array.tolist())


def _build_column(parts: Any) -> Any:
    if type(parts) is not tuple or parts[:1] not in (("array",), ("values",)):
        raise Malformed("a column that is none")
    return build_array(*parts[1:]) if parts[0] == "array" else list(parts[1:])


def _index_parts(index: Any) -> tuple[Any, ...]:
    return (index.name, *_column(index.to_numpy()))


def _build_index(parts: Any) -> Any:
    if type(parts) is not tuple or not parts:
        raise Malformed("an index that is none")
    return sys.modules["pandas"].Index(_build_column(parts[1:]), name=parts[0])


def _series_parts(series: Any) -> tuple[Any, ...]:
    return series.name, _column(series.to_numpy()), _index_parts(series.index)


def _build_series(name: Any, column: Any, index: Any) -> Any:
    return sys.modules["pandas"].Series(_build_column(column), _build_index(index), name=name)


def _frame_parts(frame: Any) -> tuple[Any, ...]:
    columns = tuple(_column(frame.iloc[:, n].to_numpy()) for n in range(frame.shape[1]))
    return columns, _index_parts(frame.columns), _index_parts(frame.index)


def _build_frame(columns: Any, names: Any, index: Any) -> Any:
    built = dict(enumerate(map(_build_column, columns)))
    made = sys.modules["pandas"].DataFrame(built, index=_build_index(index))
    made.columns = _build_index(names)
    return made


def _change_table(table: Any, new: Any) -> None:
    table._update_inplace(new)


def _is_plain(value: Any) -> bool:
    """Whether a table or column has plain types alone, without levels, categories or zones."""
    pandas = sys.modules["pandas"]
    axes = [*value.axes]
    types = [value.dtype] if value.ndim == 1 else list(value.dtypes)
    types += [axis.dtype for axis in axes]
    is_flat = all(type(axis) in (pandas.Index, pandas.RangeIndex) for axis in axes)
    kinds = [dtype.kind if type(dtype).__module__.startswith("numpy") else "" for dtype in types]
    is_known = all(
        kind in "biufcOM" or str(dtype) == "str" for kind, dtype in zip(kinds, types, strict=True)
    )
    return is_flat and is_known and "O" not in kinds


def _fits(value: Any) -> bool:
    return getattr(getattr(value, "dtype", None), "kind", "b") in _KINDS


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
    is_table = top == "pandas" and kind in (
        getattr(pandas, "Series", None),
        getattr(pandas, "DataFrame", None),
    )
    if is_table and _is_plain(value):
        assert pandas is not None  # noqa: S101 - whose table it is
        return FORMS["series" if kind is pandas.Series else "frame"]
    return None


def class_of(tag: str) -> type | None:
    """Find the class of what has a content that changes; None where its library is not loaded."""
    module, name = _CLASSES.get(tag, ("", ""))
    found: type | None = getattr(sys.modules.get(module), name, None)
    return found


_CLASSES = {
    "array": ("numpy", "ndarray"),
    "series": ("pandas", "Series"),
    "frame": ("pandas", "DataFrame"),
}
FORMS = {
    "array": Form("array", True, _array_parts, build_array, _change_array),
    "scalar": Form(
        "scalar",
        False,
        lambda v: (v.dtype.str, (), v.tobytes()),
        lambda *parts: build_array(*parts)[()],
    ),
    "dtype": Form("dtype", False, lambda v: (v.str,), _build_dtype),
    "series": Form("series", True, _series_parts, _build_series, _change_table),
    "frame": Form("frame", True, _frame_parts, _build_frame, _change_table),
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
    lacks = value.dtype.kind in "fcMm" and bool((value != value).any())  # noqa: PLR0124 - as NaN is
    return "nan" if lacks else ""
