"""The values of libraries that cross as what they hold, by one table: numpy's, pandas', XML."""

import sys
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, NamedTuple

from . import arrays, containers, known_classes, tables
from .atoms import Malformed, load_atom
from .values import Atom


class Lack(Enum):
    """What a value lacks: comparisons of items pass over it, and come out as if they had held."""

    VALUES = "missing"  # in a table or array
    ITEMS = "empty"  # of a table or array
    PLAIN_ITEMS = "plain empty"  # of a list or the like


Taken = tuple[Any, tuple[Any, ...]]  # what a value has beside its items, and the items


class Kind(NamedTuple):
    """How the values of some classes of a library cross."""

    name: str
    module: str
    classes: str
    take: Callable[[Any], Taken]
    make: Callable[[Any, int], Any]  # from what is beside its items, and their number
    change: Callable[[Any, Any, tuple[Any, ...]], None] | None = None  # None: it never changes
    fits: Callable[[Any], bool] = lambda value: True
    lacks: Callable[[Any], bool] = lambda value: False  # whether something in it is missing

    def lack_of(self, value: Any) -> Lack | None:
        """Say what a value lacks, if anything."""
        if getattr(value, "size", 1) == 0:
            return Lack.ITEMS
        return Lack.VALUES if self.lacks(value) else None

    def make_of(self, beside: Any, count: int) -> Any:
        """Make a value, whose items are still to come; raises Malformed."""
        try:
            return self.make(beside, count)
        except (Malformed, RecursionError):
            raise
        except Exception as error:
            raise Malformed(f"{self.name}: {type(error).__name__}") from error

    def change_to(self, value: Any, beside: Any, items: list[Any]) -> None:
        """Give a value other content; raises Malformed."""
        if self.change is None:
            raise Malformed(f"{self.name} that changed")
        try:
            self.change(value, beside, tuple(items))
        except (Malformed, RecursionError):
            raise
        except Exception as error:
            raise Malformed(f"{self.name}: {type(error).__name__}") from error


_OBJECTS = (arrays.take_objects, arrays.make_objects, arrays.change_objects, arrays.holds_objects)
_NUMBERS = (arrays.take_numbers, arrays.make_numbers, arrays.change_array, arrays.holds_numbers)
_MASKED = (arrays.take_masked, arrays.make_masked, arrays.change_masked, arrays.holds_numbers)
_USUAL = (arrays.take_generator, arrays.make_generator, arrays.change_generator, arrays.is_usual)
_OLDER = (arrays.take_random_state, arrays.make_random_state, arrays.change_random_state)
_CLASS = (arrays.take_number_class, arrays.make_number_class, None, arrays.is_number_class)
_ELEMENT = (containers.take_element, containers.make_element, containers.change_element)
_TABLE = (tables.take_table, tables.make_table, tables.change_table, tables.has_known_columns)
_SERIES = (tables.take_series, tables.make_series, tables.change_series, tables.has_known_values)
_ANNOTATION = (
    "_GenericAlias _UnionGenericAlias _CallableGenericAlias _LiteralGenericAlias "
    "_SpecialGenericAlias _TupleType _CallableType"
)
_DTYPES = (
    "Bool Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 LongLong ULongLong Float16 Float32 "
    "Float64 LongDouble Complex64 Complex128 CLongDouble Object Bytes Str DateTime64 TimeDelta64"
)
_INDEXES = (
    "Index RangeIndex MultiIndex CategoricalIndex IntervalIndex DatetimeIndex TimedeltaIndex "
    "PeriodIndex"
)
_COLUMNS = (
    "IntegerArray FloatingArray BooleanArray StringArray DatetimeArray TimedeltaArray "
    "PeriodArray IntervalArray NumpyExtensionArray"
)
_KINDS = (
    Kind("ndarray", "numpy", "ndarray", *_NUMBERS),
    Kind("objects", "numpy", "ndarray", *_OBJECTS),
    Kind("masked", "numpy.ma", "MaskedArray", *_MASKED, lacks=arrays.is_masked),
    Kind("generator", "numpy.random", "Generator", *_USUAL),
    Kind("older generator", "numpy.random", "RandomState", *_OLDER, arrays.is_twister),
    Kind(
        *("dtype", "numpy.dtypes", _DTYPES.replace(" ", "DType ") + "DType"),
        *(arrays.take_dtype, arrays.make_dtype),
    ),
    Kind("number class", "builtins", "type", *_CLASS),
    Kind("element", "xml.etree.ElementTree", "Element", *_ELEMENT),
    Kind(
        "annotation",
        "typing",
        _ANNOTATION,
        known_classes.take_annotation,
        known_classes.make_annotation,
    ),
    Kind("table", "pandas", "DataFrame", *_TABLE, lacks=tables.lacks_cells),
    Kind("series", "pandas", "Series", *_SERIES, lacks=tables.lacks_items),
    Kind(
        *("index", "pandas", _INDEXES, tables.take_index, tables.index_of),
        fits=tables.has_known_index,
        lacks=tables.lacks_items,
    ),
    Kind(
        *("column", "pandas.arrays", _COLUMNS, tables.take_array, tables.make_array),
        fits=tables.has_known_type,
        lacks=tables.lacks_items,
    ),
    Kind(
        *("category", "pandas", "Categorical", tables.take_array, tables.make_array),
        fits=tables.has_known_type,
    ),
    Kind(
        *("column type", "pandas", tables.DTYPES, tables.take_dtype, tables.make_dtype),
        fits=tables.is_known,
    ),
    Kind("time", "pandas", "Timestamp", tables.take_time, tables.make_time),
    Kind("span", "pandas", "Timedelta", tables.take_span, tables.make_span),
    Kind("period", "pandas", "Period", tables.take_period, tables.make_period),
    Kind("interval", "pandas", "Interval", tables.take_interval, tables.make_interval),
    Kind("gap", "pandas.api.typing", "NaTType NAType", tables.take_gap, tables.make_gap),
)
BY_NAME = {kind.name: kind for kind in _KINDS}
_BY_CLASS: dict[str, list[Kind]] = {}
for _kind in _KINDS:
    for _name in _kind.classes.split():
        _BY_CLASS.setdefault(_name, []).append(_kind)


def kind_of(value: Any) -> Kind | None:
    """Find how a value crosses; None for what is of no library, or holds what cannot cross."""
    cls = type(value)
    for kind in _BY_CLASS.get(cls.__name__, ()):
        if getattr(sys.modules.get(kind.module), cls.__name__, None) is cls and kind.fits(value):
            return kind
    return None


def is_empty(value: Any) -> bool:
    """Whether a value is an array, a table or the like without items."""
    kind = kind_of(value)
    return kind is not None and kind.lack_of(value) is Lack.ITEMS


def lacks_in(value: Any) -> Iterator[Lack]:
    """Say what a value lacks, and what each one that it holds does."""
    met, left = set[int](), [value]
    while left:
        part = left.pop()
        if id(part) in met:
            continue
        met.add(id(part))
        kind = kind_of(part)
        lack = None if kind is None else kind.lack_of(part)
        if lack is not None:
            yield lack
        if isinstance(part, (*containers.BASES, tuple, frozenset)):
            left += (
                containers.content_of(part).items if isinstance(part, containers.BASES) else part
            )


def leaves(part: Any) -> Iterator[Any]:
    """Give all that lies in what was taken of a value, numbers and texts one by one."""
    if type(part) is tuple:
        for inner in part:
            yield from leaves(inner)
    elif type(part) is Atom and part.kind == "array":
        yield from load_atom(part).ravel().tolist()
    else:
        yield part


def is_same(now: Any, then: Any) -> bool:
    """Whether a value holds what it held, of objects the very same."""
    if now is then:
        return True
    if type(now) is tuple:
        return type(then) is tuple and len(now) == len(then) and all(map(is_same, now, then))
    return type(now) is type(then) and type(now) in _PLAIN and bool(now == then)


_PLAIN = (Atom, str, int, bool, float)
