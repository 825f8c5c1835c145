"""Values of numpy and pandas as plain data: by dtype, shape and bytes, all checked.

A column or a table of pandas crosses if it is of plain types: each column as an array, or as texts.
Nothing is loaded here: an end that has not loaded a library has no values of it either.
"""

import math
import sys
from typing import Any

from .connection import MAX_FRAME_BYTES, Malformed

_OF_ARRAYS = frozenset("biufcSUMm")  # neither objects nor records
_OF_COLUMNS = "biufcMm"  # numbers, truth values, moments and durations
_TEXT = "str"
_MAX_DIMENSIONS = 32


def array_form(value: Any) -> str:
    """Say what a value of numpy's is: "ndarray", "scalar" or "dtype"; empty for all else."""
    kind, numpy = type(value), library("numpy")
    is_dtype = isinstance(value, numpy.dtype)
    if getattr(value if is_dtype else getattr(value, "dtype", None), "kind", "") not in _OF_ARRAYS:
        return ""
    if is_dtype or kind is numpy.ndarray:
        return "dtype" if is_dtype else "ndarray"
    is_own = issubclass(kind, numpy.generic) and getattr(numpy, kind.__name__, None) is kind
    return "scalar" if is_own else ""


def parts_of(array: Any) -> tuple[str, tuple[int, ...], bytes]:
    """Give what an array, or a scalar, is built of."""
    return array.dtype.str, array.shape, array.tobytes()


def build_dtype(name: Any) -> Any:
    """Read a dtype; raises Malformed."""
    made = library("numpy").dtype(name) if type(name) is str else None
    if made is None or made.kind not in _OF_ARRAYS:
        raise Malformed("a dtype of no known name")
    return made


def build_array(name: Any, shape: Any, data: Any) -> Any:
    """Read an array; every number is checked before anything is allocated."""
    dtype = build_dtype(name)
    if type(shape) is not tuple or type(data) is not bytes or len(shape) > _MAX_DIMENSIONS:
        raise Malformed("an array of no known form")
    if not all(type(length) is int and length >= 0 for length in shape):
        raise Malformed("an array of no known shape")
    count = math.prod(shape)
    # items without a size have no bytes that would bound their number
    if count * dtype.itemsize != len(data) or count > MAX_FRAME_BYTES:
        raise Malformed("an array whose bytes do not fit its shape")
    if not data:
        return library("numpy").zeros(shape, dtype)
    return library("numpy").frombuffer(data, dtype).reshape(shape).copy()


def change_array(array: Any, *parts: Any) -> None:
    """Give an array the content that it has at the other end; raises Malformed."""
    new = build_array(*parts)
    if array.shape != new.shape or array.dtype != new.dtype or not array.flags.writeable:
        raise Malformed("an array that changed its shape")
    array[...] = new


def lack_of(value: Any) -> str:
    """Say what an array or a table lacks: all items, or the value of some; empty for nothing."""
    if not hasattr(value, "size"):
        return ""
    if value.size == 0:
        return "empty"
    if hasattr(value, "isna"):
        return "nan" if bool(value.isna().to_numpy().any()) else ""
    lacks = value.dtype.kind in "fcMm" and bool((value != value).any())  # noqa: PLR0124 - as NaN is
    return "nan" if lacks else ""


def texts_of(value: Any) -> list[Any]:
    """Give the texts that an array or a table holds: one of them may name a file."""
    parts = list(getattr(value, "axes", ()))
    if hasattr(value, "columns"):
        parts += [value.iloc[:, number] for number in range(value.shape[1])]
    elif getattr(getattr(value, "dtype", None), "kind", "") in ("S", "U", "O"):
        parts.append(value)
    held = (getattr(part, "to_numpy", lambda part=part: part)() for part in parts)
    arrays = (one for one in held if one.dtype.kind in "SUO")
    texts = (text for array in arrays for text in array.reshape(-1).tolist())
    return [text for text in texts if type(text) in (str, bytes)]


def table_form(value: Any) -> str:
    """Say what a value of pandas' is: "Series" or "DataFrame"; empty for all else."""
    pandas, name = library("pandas"), type(value).__name__
    if name not in ("Series", "DataFrame") or getattr(pandas, name) is not type(value):
        return ""
    if any(type(axis) not in (pandas.Index, pandas.RangeIndex) for axis in value.axes):
        return ""
    columns = [*value.axes, *([value] if value.ndim == 1 else [one for _, one in value.items()])]
    is_plain = all(
        str(one.dtype) == _TEXT or getattr(one.to_numpy().dtype, "kind", "") in _OF_COLUMNS
        for one in columns
    )
    return name if is_plain else ""


def series_parts(series: Any) -> tuple[Any, ...]:
    """Give what a column is built of."""
    return series.name, _column(series), _index(series.index)


def frame_parts(frame: Any) -> tuple[Any, ...]:
    """Give what a table is built of."""
    columns = tuple(_column(frame.iloc[:, number]) for number in range(frame.shape[1]))
    return columns, _index(frame.columns), _index(frame.index)


def build_series(name: Any, column: Any, index: Any) -> Any:
    """Read a column; raises Malformed."""
    return library("pandas").Series(_build_column(column), _build_index(index), name=name)


def build_frame(columns: Any, names: Any, index: Any) -> Any:
    """Read a table; raises Malformed."""
    built = dict(enumerate(map(_build_column, columns)))
    made = library("pandas").DataFrame(built, index=_build_index(index))
    made.columns = _build_index(names)
    return made


def change_table(table: Any, *parts: Any) -> None:
    """Give a column or a table the content that it has at the other end; raises Malformed."""
    build = build_series if table.ndim == 1 else build_frame
    table._update_inplace(build(*parts))


def _index(index: Any) -> tuple[Any, ...]:
    return index.name, _column(index)


def _build_index(parts: Any) -> Any:
    if type(parts) is not tuple or len(parts) != 2:
        raise Malformed("an index of no known form")
    return library("pandas").Index(_build_column(parts[1]), name=parts[0])


def _column(column: Any) -> tuple[Any, ...]:
    if str(column.dtype) == _TEXT:
        return _TEXT, *column.tolist()
    return parts_of(column.to_numpy())


def _build_column(parts: Any) -> Any:
    if type(parts) is not tuple or not parts:
        raise Malformed("a column of no known form")
    if parts[0] != _TEXT:
        return build_array(*parts)
    if not {str, float}.issuperset(map(type, parts[1:])):  # NaN stands for a text that is missing
        raise Malformed("a column of texts that are none")
    return library("pandas").array(parts[1:], dtype=_TEXT)


def library(name: str) -> Any:
    """Give a library that this end has loaded; raises Malformed."""
    if name not in sys.modules:
        raise Malformed(f"a value of {name}, which is not loaded")
    return sys.modules[name]
