"""numpy arrays and scalars as dtype, shape and bytes, where numpy is loaded at all."""

import math
import sys
from typing import Any

from .atoms import Malformed
from .values import Atom, Blob, Value

_KINDS = frozenset("biufcSUMm")  # no objects, no records
_MAX_DIMENSIONS = 32


def _numpy() -> Any:
    return sys.modules.get("numpy")


def is_array(value: Any) -> bool:
    """Whether a value is a numpy array that may cross."""
    numpy = _numpy()
    return numpy is not None and type(value) is numpy.ndarray and value.dtype.kind in _KINDS


def dump_scalar(value: Any) -> Value:
    """Write a numpy scalar; None for everything else."""
    numpy = _numpy()
    if numpy is None or not isinstance(value, numpy.generic) or value.dtype.kind not in _KINDS:
        return None
    return Atom("npscalar", [value.dtype.str, Blob(value.tobytes())])


def load_scalar(atom: Atom) -> Any:
    """Read a numpy scalar; None for other atoms."""
    if atom.kind != "npscalar":
        return None
    return load_array([*atom.parts])[()]


def dump_array(value: Any) -> list[Value]:
    """Write an array as dtype, bytes and shape."""
    return [value.dtype.str, Blob(value.tobytes()), *value.shape]


def load_array(parts: list[Value]) -> Any:
    """Read an array; every number is checked before anything is allocated."""
    numpy = _numpy()
    if numpy is None:
        raise Malformed("an array in a lesson without numpy")
    if len(parts) < 2 or type(parts[0]) is not str or not isinstance(parts[1], Blob):
        raise Malformed("an array of no known form")
    name, data, shape = parts[0], parts[1].data, parts[2:]
    if len(shape) > _MAX_DIMENSIONS or not all(type(n) is int and n >= 0 for n in shape):
        raise Malformed("an array of no known shape")
    try:
        dtype = numpy.dtype(name)
    except (TypeError, ValueError) as error:
        raise Malformed("an array of no known type") from error
    sizes: list[int] = [n for n in shape if type(n) is int]
    if dtype.kind not in _KINDS or math.prod(sizes) * dtype.itemsize != len(data):
        raise Malformed("an array whose bytes do not fit its shape")
    if not dtype.itemsize:
        return numpy.zeros(sizes, dtype)
    return numpy.frombuffer(data, dtype).reshape(sizes).copy()


def overwrite(array: Any, content: Any) -> None:
    """Give an array the content of another of the same shape and type."""
    if array.shape != content.shape or array.dtype != content.dtype:
        raise Malformed("an array that changed its shape")
    if array.flags.writeable:
        array[...] = content
