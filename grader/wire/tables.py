"""pandas' tables, series, indexes and scalars as what they hold, where pandas is loaded at all.

A column is written as its array, and that as numpy's arrays of numbers where it has such, and one
by one otherwise. What is read goes through pandas' own constructors, which check it.
"""

import sys
from typing import Any

from .arrays import loaded_numpy, row_of_objects, still
from .atoms import Malformed

_Parts = tuple[Any, ...]


def _pandas() -> Any:
    pandas = sys.modules.get("pandas")
    if pandas is None:
        raise Malformed("a table in a lesson without pandas")
    return pandas


# -- arrays, by the name of the class of their dtype


def _parts_of(array: Any) -> _Parts:
    kind = type(array.dtype).__name__
    if kind == "CategoricalDtype":
        return kind, still(array.codes), index_parts(array.categories), array.ordered
    if kind == "DatetimeTZDtype":
        return kind, still(array.tz_convert(None).to_numpy()), array.tz
    if kind == "PeriodDtype":
        return kind, still(array.asi8), array.freqstr
    if kind == "IntervalDtype":
        return kind, index_parts(array.left), index_parts(array.right), array.closed
    if kind == "StringDtype":
        return kind, array.dtype.name, tuple(array)
    if kind in _MASKED:
        whole = array.to_numpy(dtype=array.dtype.numpy_dtype, na_value=_MASKED[kind])
        return kind, still(whole), still(array.isna())
    plain = array.to_numpy()
    return ("objects", *plain.tolist()) if plain.dtype.kind == "O" else ("numbers", still(plain))


# of arrays with gaps: what lies in the gaps
_MASKED: dict[str, Any] = {
    **{f"{sign}Int{bits}Dtype": 0 for sign in ("", "U") for bits in (8, 16, 32, 64)},
    **dict.fromkeys(("Float32Dtype", "Float64Dtype"), 0.0),
    "BooleanDtype": False,
}


def _array_of(parts: _Parts) -> Any:
    kind, *rest = parts
    if kind == "numbers":
        return rest[0]
    if kind == "objects":
        return row_of_objects(rest)
    if kind in _MASKED:
        return _masked(*rest)
    return _MAKERS[kind](*rest)


def _masked(whole: Any, gaps: Any) -> Any:
    arrays = _pandas().arrays
    kinds = {"b": arrays.BooleanArray, "f": arrays.FloatingArray}
    return kinds.get(whole.dtype.kind, arrays.IntegerArray)(whole, gaps)


def _zoned(times: Any, zone: Any) -> Any:
    return _pandas().DatetimeIndex(times).tz_localize("UTC").tz_convert(zone).array


def _texts(name: str, items: _Parts) -> Any:
    if name not in ("str", "string"):
        raise Malformed("texts of no known kind")
    return _pandas().array(list(items), dtype=name)


_MAKERS: dict[Any, Any] = {
    "CategoricalDtype": lambda codes, known, ordered: _pandas().Categorical.from_codes(
        codes, index_of(known), ordered
    ),
    "DatetimeTZDtype": _zoned,
    "PeriodDtype": lambda counts, freq: (
        _pandas().PeriodIndex.from_ordinals(counts, freq=freq).array
    ),
    "IntervalDtype": lambda left, right, closed: _pandas().arrays.IntervalArray.from_arrays(
        index_of(left), index_of(right), closed
    ),
    "StringDtype": _texts,
}


DTYPES = " ".join((*_MAKERS, *_MASKED))


def is_known(dtype: Any) -> bool:
    """Whether an array of this type can cross."""
    kind = type(dtype).__name__
    if kind == "CategoricalDtype":
        return is_known(dtype.categories.dtype)
    if kind == "IntervalDtype":
        return is_known(dtype.subtype)
    if kind in _MAKERS or kind in _MASKED:
        return True
    return isinstance(dtype, loaded_numpy().dtype) and dtype.kind in "biufcOMm"


# -- indexes


def has_known_index(index: Any) -> bool:
    """Whether all that an index holds can cross."""
    levels = getattr(index, "levels", None)
    return is_known(index.dtype) if levels is None else all(map(has_known_index, levels))


def index_parts(index: Any) -> _Parts:
    """Take an index apart."""
    kind = type(index).__name__
    if kind == "RangeIndex":
        return kind, index.start, index.stop, index.step, index.name
    if kind == "MultiIndex":
        levels = tuple(map(index_parts, index.levels))
        codes = tuple(map(still, map(loaded_numpy().asarray, index.codes)))
        return kind, levels, codes, *index.names
    freq = index.freqstr if kind in ("DatetimeIndex", "TimedeltaIndex") else None
    return kind, _parts_of(index.array), index.name, freq


def index_of(parts: Any, count: int = 0) -> Any:
    """Make an index."""
    pandas = _pandas()
    kind, *rest = parts
    if kind == "RangeIndex":
        *bounds, name = rest
        return pandas.RangeIndex(*bounds, name=name)
    if kind == "MultiIndex":
        levels, codes, *names = rest
        return pandas.MultiIndex(list(map(index_of, levels)), list(codes), names=names)
    held, name, freq = rest
    array = _array_of(held)
    made = pandas.Index(array, dtype=array.dtype, name=name)
    if freq is not None:
        made.freq = freq
    return made


# -- what is missing: it is neither equal nor unequal to anything, and `all` passes it over


def lacks_items(values: Any) -> bool:
    """Whether an NA is among the items of a series, an index or an array."""
    gap = _pandas().NA
    if getattr(values.dtype, "na_value", None) is gap:
        return bool(values.isna().any())
    return bool(values.dtype == object) and any(item is gap for item in values)


def lacks_cells(table: Any) -> bool:
    """Whether an NA is in a table, or in its index or the names of its columns."""
    columns = (table.iloc[:, number] for number in range(table.shape[1]))
    return any(map(lacks_items, (table.index, table.columns, *columns)))


# -- tables and series


def has_known_columns(table: Any) -> bool:
    """Whether all that a table holds can cross."""
    axes = has_known_index(table.index) and has_known_index(table.columns)
    return axes and all(map(is_known, table.dtypes))


def take_table(table: Any) -> tuple[Any, _Parts]:
    """Take a table apart."""
    columns = (table.iloc[:, number].array for number in range(table.shape[1]))
    return None, (index_parts(table.index), index_parts(table.columns), *map(_parts_of, columns))


def make_table(beside: Any, count: int) -> Any:
    """Make a table, whose content is still to come."""
    return _pandas().DataFrame()


def change_table(table: Any, beside: Any, parts: _Parts) -> None:
    """Give a table its content."""
    pandas = _pandas()
    index, columns, *arrays = parts
    rows = index_of(index)
    held = {number: _series(array, rows) for number, array in enumerate(arrays)}
    made = pandas.DataFrame(held, index=rows)
    made.columns = index_of(columns)
    pandas.DataFrame.__init__(table, made)


def _series(parts: _Parts, index: Any) -> Any:
    array = _array_of(parts)
    return _pandas().Series(array, index=index, dtype=array.dtype)


def has_known_values(series: Any) -> bool:
    """Whether all that a series holds can cross."""
    return has_known_index(series.index) and is_known(series.dtype)


def take_series(series: Any) -> tuple[Any, _Parts]:
    """Take a series apart."""
    return None, (_parts_of(series.array), index_parts(series.index), series.name)


def make_series(beside: Any, count: int) -> Any:
    """Make a series, whose content is still to come."""
    return _pandas().Series(dtype=object)


def change_series(series: Any, beside: Any, parts: _Parts) -> None:
    """Give a series its content."""
    held, index, name = parts
    made = _series(held, index_of(index))
    made.name = name
    _pandas().Series.__init__(series, made)


# -- what never changes: taken as what is beside its items, of which it has none


def take_index(index: Any) -> tuple[Any, _Parts]:
    """Take an index apart."""
    return index_parts(index), ()


def has_known_type(array: Any) -> bool:
    """Whether all that an array holds can cross."""
    return is_known(array.dtype)


def take_array(array: Any) -> tuple[Any, _Parts]:
    """Take an array of pandas' own apart."""
    return _parts_of(array), ()


def make_array(parts: Any, count: int) -> Any:
    """Make an array of pandas' own."""
    return _series(parts, None).array


def take_dtype(dtype: Any) -> tuple[Any, _Parts]:
    """Write a type of columns as that of an array without items."""
    return take_array(_pandas().array([], dtype=dtype))


def make_dtype(parts: Any, count: int) -> Any:
    """Make a type of columns."""
    return _series(parts, None).dtype


def take_time(time: Any) -> tuple[Any, _Parts]:
    """Give the moment of a time stamp, and its zone."""
    return (time.to_datetime64(), time.tzinfo), ()


def make_time(parts: Any, count: int) -> Any:
    """Make a time stamp."""
    moment, zone = parts
    made = _pandas().Timestamp(moment)
    return made if zone is None else made.tz_localize("UTC").tz_convert(zone)


def take_span(span: Any) -> tuple[Any, _Parts]:
    """Give a length of time as numpy's."""
    return span.to_timedelta64(), ()


def make_span(length: Any, count: int) -> Any:
    """Make a length of time."""
    return _pandas().Timedelta(length)


def take_period(period: Any) -> tuple[Any, _Parts]:
    """Give the number of a period, and of what length it is."""
    return (period.ordinal, period.freqstr), ()


def make_period(parts: Any, count: int) -> Any:
    """Make a period."""
    return _pandas().Period(ordinal=parts[0], freq=parts[1])


def take_interval(interval: Any) -> tuple[Any, _Parts]:
    """Give the ends of an interval, and which of them belong to it."""
    return (interval.left, interval.right, interval.closed), ()


def make_interval(parts: Any, count: int) -> Any:
    """Make an interval."""
    return _pandas().Interval(*parts)


def take_gap(gap: Any) -> tuple[Any, _Parts]:
    """Name what stands for a missing value: there is one of it."""
    return type(gap).__name__ == "NaTType", ()


def make_gap(is_time: Any, count: int) -> Any:
    """Find what stands for a missing value."""
    return _pandas().NaT if is_time is True else _pandas().NA
