"""pandas' columns and tables of plain types as plain data: each column as an array or as texts.

Nothing is loaded here: an end that has not loaded pandas has no values of it either.
"""

from typing import Any

from .arrays import build_array, library, parts_of
from .connection import Malformed

_KINDS = "biufcMm"  # numbers, truth values, moments and durations
_TEXT = "str"


def form_of(value: Any) -> str:
    """Say what a value of pandas' is: "Series" or "DataFrame"; empty for all else."""
    pandas, name = library("pandas"), type(value).__name__
    if name not in ("Series", "DataFrame") or getattr(pandas, name) is not type(value):
        return ""
    if any(type(axis) not in (pandas.Index, pandas.RangeIndex) for axis in value.axes):
        return ""
    columns = [*value.axes, *([value] if value.ndim == 1 else [one for _, one in value.items()])]
    is_plain = all(
        str(one.dtype) == _TEXT or getattr(one.to_numpy().dtype, "kind", "") in _KINDS
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
