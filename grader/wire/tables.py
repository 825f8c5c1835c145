"""pandas' tables, series, indexes and scalars as what they hold, where pandas is loaded at all.

A column is written as its array, and that as numpy's arrays of numbers where it has such, and one
by one otherwise. What is read goes through pandas' own constructors, which check it.
"""

import sys
from collections.abc import Callable
from typing import Any

from .arrays import loaded_numpy, row_of_objects, still
from .atoms import Malformed
from .kinds import Kind

_Parts = tuple[Any, ...]


def _pandas() -> Any:
    return sys.modules["pandas"]  # in a lesson without, what came is malformed


# -- arrays


def _masked_parts(array: Any) -> _Parts:
    whole = array.to_numpy(dtype=array.dtype.numpy_dtype, na_value=array.dtype.type(0))
    return still(whole), still(array.isna())


def _masked(whole: Any, gaps: Any) -> Any:
    arrays = _pandas().arrays
    kinds = {"b": arrays.BooleanArray, "f": arrays.FloatingArray}
    return kinds.get(whole.dtype.kind, arrays.IntegerArray)(whole, gaps)


def _texts(name: str, items: _Parts) -> Any:
    if name not in ("str", "string"):
        raise Malformed("texts of no known kind")
    return _pandas().array(list(items), dtype=name)


_MASKED = (
    "Int8Dtype Int16Dtype Int32Dtype Int64Dtype UInt8Dtype UInt16Dtype UInt32Dtype UInt64Dtype "
    "Float32Dtype Float64Dtype BooleanDtype"
)
# by the class of its dtype: the parts of an array, and the array of its parts
_ARRAYS: dict[str, tuple[Callable[[Any], _Parts], Callable[..., Any]]] = {
    "CategoricalDtype": (
        lambda array: (still(array.codes), _index_parts(array.categories), array.ordered),
        lambda codes, known, ordered: _pandas().Categorical.from_codes(
            codes, _index(known), ordered
        ),
    ),
    "DatetimeTZDtype": (
        lambda array: (still(array.tz_convert(None).to_numpy()), array.tz),
        lambda times, zone: (
            _pandas().DatetimeIndex(times).tz_localize("UTC").tz_convert(zone).array
        ),
    ),
    "PeriodDtype": (
        lambda array: (still(array.asi8), array.freqstr),
        lambda counts, freq: _pandas().PeriodIndex.from_ordinals(counts, freq=freq).array,
    ),
    "IntervalDtype": (
        lambda array: (_index_parts(array.left), _index_parts(array.right), array.closed),
        lambda left, right, closed: _pandas().arrays.IntervalArray.from_arrays(
            _index(left), _index(right), closed
        ),
    ),
    "StringDtype": (lambda array: (array.dtype.name, tuple(array)), _texts),
    **dict.fromkeys(_MASKED.split(), (_masked_parts, _masked)),
    "numbers": (lambda array: (still(array.to_numpy()),), lambda numbers: numbers),
    "objects": (lambda array: tuple(array.to_numpy().tolist()), lambda *row: row_of_objects(row)),
}


def _array_parts(array: Any) -> _Parts:
    kind = type(array.dtype).__name__
    if kind not in _ARRAYS:
        kind = "objects" if array.to_numpy().dtype.kind == "O" else "numbers"
    return kind, *_ARRAYS[kind][0](array)


def _array(parts: _Parts) -> Any:
    kind, *rest = parts
    return _ARRAYS[kind][1](*rest)


def _is_known(dtype: Any) -> bool:
    """Whether an array of this type can cross."""
    kind = type(dtype).__name__
    if kind in ("CategoricalDtype", "IntervalDtype"):
        return _is_known(dtype.categories.dtype if kind == "CategoricalDtype" else dtype.subtype)
    is_numpys = isinstance(dtype, loaded_numpy().dtype) and dtype.kind in "biufcOMm"
    return kind in _ARRAYS or is_numpys


# -- indexes


def _has_known_index(index: Any) -> bool:
    levels = getattr(index, "levels", None)
    return _is_known(index.dtype) if levels is None else all(map(_has_known_index, levels))


def _index_parts(index: Any) -> _Parts:
    kind = type(index).__name__
    if kind == "RangeIndex":
        return kind, index.start, index.stop, index.step, index.name
    if kind == "MultiIndex":
        levels = tuple(map(_index_parts, index.levels))
        codes = tuple(map(still, map(loaded_numpy().asarray, index.codes)))
        return kind, levels, codes, *index.names
    freq = index.freqstr if kind in ("DatetimeIndex", "TimedeltaIndex") else None
    return kind, _array_parts(index.array), index.name, freq


def _index(parts: Any, _: int = 0) -> Any:
    pandas = _pandas()
    kind, *rest = parts
    if kind == "RangeIndex":
        *bounds, name = rest
        return pandas.RangeIndex(*bounds, name=name)
    if kind == "MultiIndex":
        levels, codes, *names = rest
        return pandas.MultiIndex(list(map(_index, levels)), list(codes), names=names)
    held, name, freq = rest
    array = _array(held)
    made = pandas.Index(array, dtype=array.dtype, name=name)
    if freq is not None:
        made.freq = freq
    return made


# -- what is missing: it is neither equal nor unequal to anything, and `all` passes it over


def _lacks_items(values: Any) -> bool:
    gap = _pandas().NA
    if getattr(values.dtype, "na_value", None) is gap:
        return bool(values.isna().any())
    return bool(values.dtype == object) and any(item is gap for item in values)


def _columns(table: Any) -> list[Any]:
    return [table.iloc[:, number].array for number in range(table.shape[1])]


def _lacks_cells(table: Any) -> bool:
    """Whether an NA is in a table, or in its index or the names of its columns."""
    return any(map(_lacks_items, (table.index, table.columns, *_columns(table))))


# -- tables and series


def _has_known_columns(table: Any) -> bool:
    axes = _has_known_index(table.index) and _has_known_index(table.columns)
    return axes and all(map(_is_known, table.dtypes))


def _table_parts(table: Any) -> _Parts:
    axes = _index_parts(table.index), _index_parts(table.columns)
    return *axes, *map(_array_parts, _columns(table))


def _change_table(table: Any, _: None, parts: _Parts) -> None:
    pandas = _pandas()
    index, columns, *arrays = parts
    rows = _index(index)
    held = {number: _series(array, rows) for number, array in enumerate(arrays)}
    made = pandas.DataFrame(held, index=rows)
    made.columns = _index(columns)
    pandas.DataFrame.__init__(table, made)


def _series(parts: _Parts, index: Any) -> Any:
    array = _array(parts)
    return _pandas().Series(array, index=index, dtype=array.dtype)


def _change_series(series: Any, _: None, parts: _Parts) -> None:
    held, index, name = parts
    made = _series(held, _index(index))
    made.name = name
    _pandas().Series.__init__(series, made)


def _time(parts: Any, _: int) -> Any:
    moment, zone = parts
    made = _pandas().Timestamp(moment)
    return made if zone is None else made.tz_localize("UTC").tz_convert(zone)


def _extension_array(parts: Any, _: int) -> Any:
    return _series(parts, None).array


_INDEXES = (
    "Index RangeIndex MultiIndex CategoricalIndex IntervalIndex DatetimeIndex TimedeltaIndex "
    "PeriodIndex"
)
_COLUMN_ARRAYS = (
    "IntegerArray FloatingArray BooleanArray StringArray DatetimeArray TimedeltaArray "
    "PeriodArray IntervalArray NumpyExtensionArray Categorical"
)
KINDS = (
    Kind(
        *("table", "pandas", "DataFrame", lambda table: None),
        *(lambda _, count: _pandas().DataFrame(), _change_table, _table_parts),
        *(_has_known_columns, _lacks_cells),
    ),
    Kind(
        *("series", "pandas", "Series", lambda series: None),
        *(lambda _, count: _pandas().Series(dtype=object), _change_series),
        lambda one: (_array_parts(one.array), _index_parts(one.index), one.name),
        lambda one: _has_known_index(one.index) and _is_known(one.dtype),
        _lacks_items,
    ),
    Kind(
        *("index", "pandas", _INDEXES, _index_parts, _index),
        fits=_has_known_index,
        lacks=_lacks_items,
    ),
    Kind(
        *("column", "pandas.arrays", _COLUMN_ARRAYS, _array_parts, _extension_array),
        fits=lambda array: _is_known(array.dtype),
        lacks=_lacks_items,
    ),
    Kind(  # as an array of that type without items
        *("column type", "pandas", " ".join(_ARRAYS)),
        lambda dtype: _array_parts(_pandas().array([], dtype=dtype)),
        lambda parts, _: _series(parts, None).dtype,
        fits=_is_known,
    ),
    Kind(*("time", "pandas", "Timestamp", lambda time: (time.to_datetime64(), time.tzinfo), _time)),
    Kind(
        *("span", "pandas", "Timedelta", lambda span: span.to_timedelta64()),
        lambda length, _: _pandas().Timedelta(length),
    ),
    Kind(
        *("period", "pandas", "Period", lambda period: (period.ordinal, period.freqstr)),
        lambda parts, _: _pandas().Period(ordinal=parts[0], freq=parts[1]),
    ),
    Kind(
        *("interval", "pandas", "Interval", lambda one: (one.left, one.right, one.closed)),
        lambda parts, _: _pandas().Interval(*parts),
    ),
    Kind(  # what stands for a missing value: there is one of each
        *("gap", "pandas.api.typing", "NaTType NAType"),
        lambda gap: type(gap).__name__ == "NaTType",
        lambda is_time, _: _pandas().NaT if is_time is True else _pandas().NA,
    ),
)
