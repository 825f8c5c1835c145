"""numpy arrays and scalars as dtype, shape and bytes, where numpy is loaded at all."""

import math
import sys
from operator import is_
from typing import Any

from .atoms import Malformed
from .values import MAX_ITEMS, Atom, Blob, Value

_KINDS = frozenset("biufcSUMm")  # no records; objects cross one by one
_MAX_DIMENSIONS = 32


def _numpy() -> Any:
    return sys.modules.get("numpy")


def is_array(value: Any) -> bool:
    """Whether a value is a numpy array that may cross."""
    numpy = _numpy()
    if numpy is None or type(value) is not numpy.ndarray:
        return False
    return value.dtype.kind in _KINDS or value.dtype.kind == "O"


def objects_in(value: Any) -> list[Any] | None:
    """Give what an array of objects holds, in order; None for everything else."""
    if not is_array(value) or value.dtype.kind != "O":
        return None
    held: list[Any] = value.ravel().tolist()
    return held


def snapshot(array: Any) -> Any:
    """Take what an array holds, to compare it with `is_unchanged` later."""
    held = objects_in(array)
    return dump_array(array) if held is None else (array.shape, tuple(held))


def is_unchanged(array: Any, then: Any) -> bool:
    """Whether an array holds what its snapshot holds; of objects, the very same."""
    held = objects_in(array)
    if held is None:
        return bool(dump_array(array) == then)
    shape, items = then
    return bool(array.shape == shape) and all(map(is_, held, items))


def dump_scalar(value: Any) -> Value:
    """Write a numpy scalar; None for everything else."""
    numpy = _numpy()
    if numpy is None or not isinstance(value, numpy.generic) or value.dtype.kind not in _KINDS:
        return None
    return Atom("npscalar", [value.dtype.str, Blob(numpy.generic.tobytes(value))])


def load_scalar(atom: Atom) -> Any:
    """Read a numpy scalar; None for other atoms."""
    if atom.kind != "npscalar":
        return None
    if len(atom.parts) != 2:
        raise Malformed("a number with a shape")
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
    if not dtype.itemsize and math.prod(sizes) > MAX_ITEMS:
        raise Malformed("an array of nothing, but of so much that it is too large")
    try:
        if not dtype.itemsize:
            return numpy.zeros(sizes, dtype)
        return numpy.frombuffer(data, dtype).reshape(sizes).copy()
    except ValueError as error:  # without a number, but with sides that are too long
        raise Malformed("an array of no known shape") from error


def empty_array(shape: Any, count: int) -> Any:
    """Make an array of so many objects, which are still to come; raises Malformed."""
    numpy = _numpy()
    if numpy is None:
        raise Malformed("an array in a lesson without numpy")
    if type(shape) is not tuple or len(shape) > _MAX_DIMENSIONS:
        raise Malformed("an array of no known shape")
    if not all(type(n) is int and n >= 0 for n in shape) or math.prod(shape) != count:
        raise Malformed("an array whose objects do not fit its shape")
    try:
        return numpy.empty(shape, object)
    except ValueError as error:  # without an object, but with a side that is too long
        raise Malformed("an array of no known shape") from error


def fill_array(array: Any, items: list[Any]) -> None:
    """Put objects into an array just made, one by one: numpy would look into lists."""
    flat = array.reshape(-1)
    for position, item in enumerate(items):
        flat[position] = item


def overwrite(array: Any, content: Any) -> None:
    """Give an array the content of another of the same shape and type."""
    if array.shape != content.shape or array.dtype != content.dtype:
        raise Malformed("an array that changed its shape")
    if array.flags.writeable:
        array[...] = content
