"""numpy's arrays, numbers and random generators as what they hold, where numpy is loaded at all."""

import math
import sys
from collections.abc import Sequence
from typing import Any

from .atoms import ATOM_READERS, Malformed
from .values import MAX_ITEMS, Atom, Blob, Value

_KINDS = frozenset("biufcSUMm")  # no records; objects cross one by one
_MAX_DIMENSIONS = 32
_WORDS = 624  # of the older generator's state


def loaded_numpy() -> Any:
    """Return numpy as this side has it; raises Malformed where it has none."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        raise Malformed("an array in a lesson without numpy")
    return numpy


def holds_numbers(array: Any) -> bool:
    """Whether an array holds numbers, truth values, texts or times."""
    return array.dtype.kind in _KINDS


def holds_objects(array: Any) -> bool:
    """Whether an array holds objects of Python's."""
    return bool(array.dtype.kind == "O")


def dump_scalar(value: Any) -> Value:
    """Write a numpy scalar; None for everything else."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.generic) or value.dtype.kind not in _KINDS:
        return None
    return Atom("npscalar", [value.dtype.str, Blob(numpy.generic.tobytes(value))])


def still(array: Any) -> Atom:
    """Write an array of numbers as it is now: data without identity."""
    return Atom("array", [array.dtype.str, Blob(array.tobytes()), *array.shape])


def _load(name: str, data: bytes, *shape: Any) -> Any:
    """Read an array; every number is checked before anything is allocated."""
    numpy = loaded_numpy()
    _check(shape)
    dtype = numpy.dtype(name) if type(name) is str else None
    if dtype is None or type(data) is not bytes or dtype.kind not in _KINDS:
        raise Malformed("an array of no known form")
    count = math.prod(shape)
    if count * dtype.itemsize != len(data):
        raise Malformed("an array whose bytes do not fit its shape")
    if dtype.itemsize:
        return numpy.frombuffer(data, dtype).reshape(shape).copy()
    if count > MAX_ITEMS:
        raise Malformed("an array of nothing, but of so much that it is too large")
    return numpy.zeros(shape, dtype)


def _check(shape: Any) -> None:
    is_shape = type(shape) is tuple and len(shape) <= _MAX_DIMENSIONS
    if not is_shape or not all(type(n) is int and n >= 0 for n in shape):
        raise Malformed("an array of no known shape")


ATOM_READERS["array"] = _load
ATOM_READERS["npscalar"] = lambda name, data: _load(name, data)[()]


# -- arrays of numbers: beside their items they have everything, and no items


def take_numbers(array: Any) -> tuple[Any, tuple[Any, ...]]:
    """Give what an array of numbers holds."""
    return still(array), ()


def make_numbers(content: Any, count: int) -> Any:
    """Take an array that was read; raises Malformed."""
    if type(content) is not loaded_numpy().ndarray:
        raise Malformed("an array that is none")
    return content


def change_array(array: Any, content: Any, items: tuple[Any, ...]) -> None:
    """Give an array the content of another of the same shape and type; raises Malformed."""
    if array.shape != content.shape or array.dtype != content.dtype:
        raise Malformed("an array that changed its shape")
    if array.flags.writeable:
        array[...] = content


# -- arrays of objects


def take_objects(array: Any) -> tuple[Any, tuple[Any, ...]]:
    """Give the shape of an array, and the objects that it holds."""
    return array.shape, tuple(array.ravel().tolist())


def make_objects(shape: Any, count: int) -> Any:
    """Make an array of so many objects, which are still to come; raises Malformed."""
    _check(shape)
    if math.prod(shape) != count:
        raise Malformed("an array whose objects do not fit its shape")
    return loaded_numpy().empty(shape, object)


def change_objects(array: Any, shape: Any, items: tuple[Any, ...]) -> None:
    """Put objects into an array; raises Malformed."""
    change_array(array, row_of_objects(items).reshape(shape), ())


def row_of_objects(items: Sequence[Any]) -> Any:
    """Make an array of one dimension, one by one: numpy would look into lists."""
    row = loaded_numpy().empty(len(items), object)
    for position, item in enumerate(items):
        row[position] = item
    return row


# -- types of numbers, and their classes


def is_number_class(cls: Any) -> bool:
    """Whether a class is one of numpy's numbers."""
    numpy = sys.modules.get("numpy")
    is_numpys = numpy is not None and issubclass(cls, numpy.generic)
    return is_numpys and getattr(numpy, cls.__name__, None) is cls


def take_number_class(cls: Any) -> tuple[Any, tuple[Any, ...]]:
    """Name a class."""
    return cls.__name__, ()


def make_number_class(name: Any, count: int) -> Any:
    """Find a class by its name; raises Malformed."""
    found = getattr(loaded_numpy(), name)
    if not (isinstance(found, type) and issubclass(found, loaded_numpy().generic)):
        raise Malformed("a class of no numbers")
    return found


def take_dtype(dtype: Any) -> tuple[Any, tuple[Any, ...]]:
    """Name a type."""
    return dtype.str, ()


def make_dtype(name: Any, count: int) -> Any:
    """Make a type of its name; raises Malformed."""
    made = loaded_numpy().dtype(name) if type(name) is str else None
    if made is None or made.kind not in _KINDS | {"O"}:
        raise Malformed("a type of no known name")
    return made


# -- masked arrays


def is_masked(array: Any) -> bool:
    """Whether a masked array has a gap."""
    return bool(loaded_numpy().ma.is_masked(array))


def take_masked(array: Any) -> tuple[Any, tuple[Any, ...]]:
    """Give the data, the mask where there is one, and what fills the gaps."""
    numpy = loaded_numpy()
    is_whole = array.mask is numpy.ma.nomask
    mask = None if is_whole else still(array.mask)
    return (still(array.data), mask, dump_scalar(array.fill_value)), ()


def make_masked(content: Any, count: int) -> Any:
    """Make a masked array."""
    numpy = loaded_numpy()
    data, mask, fill = content
    return numpy.ma.MaskedArray(data, numpy.ma.nomask if mask is None else mask, fill_value=fill)


def change_masked(array: Any, content: Any, items: tuple[Any, ...]) -> None:
    """Give a masked array the content of another; raises Malformed."""
    data, mask, _ = content
    change_array(array.data, data, ())
    array.mask = loaded_numpy().ma.nomask if mask is None else mask


# -- random generators, which go on on both sides where the other has left off


def is_usual(generator: Any) -> bool:
    """Whether a generator is one that `default_rng` makes."""
    return type(generator.bit_generator).__name__ == "PCG64"


def take_generator(generator: Any) -> tuple[Any, tuple[Any, ...]]:
    """Give the state of a generator."""
    state = generator.bit_generator.state
    return (*state["state"].values(), state["has_uint32"], state["uinteger"]), ()


def make_generator(state: Any, count: int) -> Any:
    """Make a generator, whose state is still to come."""
    return loaded_numpy().random.default_rng(0)


def change_generator(generator: Any, state: Any, items: tuple[Any, ...]) -> None:
    """Put a generator into a state."""
    above, step, *kept = state
    parts = {"state": {"state": above, "inc": step}, "has_uint32": kept[0], "uinteger": kept[1]}
    generator.bit_generator.state = {"bit_generator": "PCG64", **parts}


def is_twister(generator: Any) -> bool:
    """Whether a generator of the older kind is one as `numpy.random.seed` seeds."""
    return bool(generator.get_state(legacy=False)["bit_generator"] == "MT19937")


def take_random_state(generator: Any) -> tuple[Any, tuple[Any, ...]]:
    """Give the state of a generator of the older kind."""
    _, words, *rest = generator.get_state()
    return (still(words), *rest), ()


def make_random_state(state: Any, count: int) -> Any:
    """Make a generator of the older kind, whose state is still to come."""
    return loaded_numpy().random.RandomState(0)


def change_random_state(generator: Any, state: Any, items: tuple[Any, ...]) -> None:
    """Put a generator of the older kind into a state; raises Malformed."""
    words, position, *rest = state
    # numpy reads the word at the position without a look at how many there are
    if words.shape != (_WORDS,) or type(position) is not int or not 0 <= position <= _WORDS:
        raise Malformed("a generator in no known state")
    generator.set_state(("MT19937", words, position, *rest))
