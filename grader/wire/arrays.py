"""numpy's arrays, numbers and random generators as what they hold, where numpy is loaded at all."""

import math
import sys
from collections.abc import Sequence
from typing import Any

from .atoms import ATOM_READERS, Malformed
from .kinds import Kind
from .values import MAX_ITEMS, Atom, Blob, Value

_KINDS = frozenset("biufcSUMm")  # no records; objects cross one by one
_MAX_DIMENSIONS = 32
_WORDS = 624  # of the older generator's state


def loaded_numpy() -> Any:
    """Return numpy, in a lesson that has it; raises KeyError."""
    return sys.modules["numpy"]


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


def _holds_numbers(array: Any) -> bool:
    return array.dtype.kind in _KINDS


def _numbers(content: Any, _: int) -> Any:
    if type(content) is not loaded_numpy().ndarray:
        raise Malformed("an array that is none")
    return content


def _change(array: Any, content: Any, _: object) -> None:
    if array.shape != content.shape or array.dtype != content.dtype:
        raise Malformed("an array that changed its shape")
    if array.flags.writeable:
        array[...] = content


def _room_for_objects(shape: Any, count: int) -> Any:
    _check(shape)
    if math.prod(shape) != count:
        raise Malformed("an array whose objects do not fit its shape")
    return loaded_numpy().empty(shape, object)


def row_of_objects(items: Sequence[Any]) -> Any:
    """Make an array of one dimension, one by one: numpy would look into lists."""
    row = loaded_numpy().empty(len(items), object)
    for position, item in enumerate(items):
        row[position] = item
    return row


def _is_number_class(cls: Any) -> bool:
    numpy = sys.modules.get("numpy")
    is_numpys = numpy is not None and issubclass(cls, numpy.generic)
    return is_numpys and getattr(numpy, cls.__name__, None) is cls


def _number_class(name: Any, _: int) -> Any:
    found = getattr(loaded_numpy(), name)
    if not (isinstance(found, type) and issubclass(found, loaded_numpy().generic)):
        raise Malformed("a class of no numbers")
    return found


def _dtype(name: Any, _: int) -> Any:
    made = loaded_numpy().dtype(name) if type(name) is str else None
    if made is None or made.kind not in _KINDS | {"O"}:
        raise Malformed("a type of no known name")
    return made


def _masked_parts(array: Any) -> Any:
    mask = None if array.mask is loaded_numpy().ma.nomask else still(array.mask)
    return still(array.data), mask, dump_scalar(array.fill_value)


def _masked(content: Any, _: int) -> Any:
    data, mask, fill = content
    masked = loaded_numpy().ma
    return masked.MaskedArray(data, masked.nomask if mask is None else mask, fill_value=fill)


def _change_masked(array: Any, content: Any, _: object) -> None:
    data, mask, _fill = content
    _change(array.data, data, ())
    array.mask = loaded_numpy().ma.nomask if mask is None else mask


# random generators go on on both sides where the other has left off


def _generator_parts(generator: Any) -> Any:
    state = generator.bit_generator.state
    return (*state["state"].values(), state["has_uint32"], state["uinteger"])


def _change_generator(generator: Any, state: Any, _: object) -> None:
    above, step, *kept = state
    parts = {"state": {"state": above, "inc": step}, "has_uint32": kept[0], "uinteger": kept[1]}
    generator.bit_generator.state = {"bit_generator": "PCG64", **parts}


def _twister_parts(generator: Any) -> Any:
    _, words, *rest = generator.get_state()
    return (still(words), *rest)


def _change_twister(generator: Any, state: Any, _: object) -> None:
    words, position, *rest = state
    # numpy reads the word at the position without a look at how many there are
    if words.shape != (_WORDS,) or type(position) is not int or not 0 <= position <= _WORDS:
        raise Malformed("a generator in no known state")
    generator.set_state(("MT19937", words, position, *rest))


_DTYPES = (
    "Bool Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 LongLong ULongLong Float16 Float32 "
    "Float64 LongDouble Complex64 Complex128 CLongDouble Object Bytes Str DateTime64 TimeDelta64"
)
KINDS = (
    Kind("ndarray", "numpy", "ndarray", still, _numbers, _change, fits=_holds_numbers),
    Kind(
        *("objects", "numpy", "ndarray", lambda array: array.shape, _room_for_objects),
        lambda array, shape, items: _change(array, row_of_objects(items).reshape(shape), ()),
        items=lambda array: tuple(array.ravel().tolist()),
        fits=lambda array: bool(array.dtype.kind == "O"),
    ),
    Kind(
        *("masked", "numpy.ma", "MaskedArray", _masked_parts, _masked, _change_masked),
        fits=_holds_numbers,
        lacks=lambda array: bool(loaded_numpy().ma.is_masked(array)),
    ),
    Kind(
        *("generator", "numpy.random", "Generator", _generator_parts),
        lambda state, _: loaded_numpy().random.default_rng(0),
        _change_generator,
        fits=lambda generator: type(generator.bit_generator).__name__ == "PCG64",
    ),
    Kind(
        *("older generator", "numpy.random", "RandomState", _twister_parts),
        lambda state, _: loaded_numpy().random.RandomState(0),
        _change_twister,
        fits=lambda one: bool(one.get_state(legacy=False)["bit_generator"] == "MT19937"),
    ),
    Kind(
        *("dtype", "numpy.dtypes", _DTYPES.replace(" ", "DType ") + "DType"),
        *(lambda dtype: dtype.str, _dtype),
    ),
    Kind(
        *("number class", "builtins", "type", lambda cls: cls.__name__, _number_class),
        fits=_is_number_class,
    ),
)
