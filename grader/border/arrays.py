"""numpy's arrays, numbers and dtypes as plain data: by dtype, shape and bytes, all checked.

Nothing is loaded here: an end that has not loaded numpy has no values of it either.
"""

import math
import sys
from typing import Any

from .connection import MAX_FRAME_BYTES, Malformed

_KINDS = frozenset("biufcSUMm")  # neither objects nor records
_MAX_DIMENSIONS = 32


def form_of(value: Any) -> str:
    """Say what a value of numpy's is: "ndarray", "scalar" or "dtype"; empty for all else."""
    kind, numpy = type(value), library("numpy")
    is_dtype = isinstance(value, numpy.dtype)
    if getattr(value if is_dtype else getattr(value, "dtype", None), "kind", "") not in _KINDS:
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
    if made is None or made.kind not in _KINDS:
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


def library(name: str) -> Any:
    """Give a library that this end has loaded; raises Malformed."""
    if name not in sys.modules:
        raise Malformed(f"a value of {name}, which is not loaded")
    return sys.modules[name]
