"""The classes that both sides have, by name."""

import abc
import builtins
import collections
import datetime
import decimal
import enum
import fractions
import numbers
import pathlib
import sys
import threading
import types
import typing
import uuid
from collections.abc import Iterator

from .values import Named

# libraries by their first name: of those whose values cross as data, each side has its own as well
LIBRARIES = sys.stdlib_module_names | {"numpy", "pandas"}
# immutable built-in types: what extends one of them holds data
DATA_BASES: tuple[type, ...] = (int, float, str, bytes, tuple, frozenset, complex)


def _known_classes() -> Iterator[type]:
    for name, value in vars(builtins).items():
        if isinstance(value, type) and name not in ("super", "memoryview"):
            yield value
    yield from (type(None), type(Ellipsis), type(NotImplemented), type(lambda: None))
    yield from (types.GeneratorType, types.MethodType, types.ModuleType, types.BuiltinMethodType)
    yield from (collections.OrderedDict, collections.Counter, collections.defaultdict)
    yield from (collections.deque, abc.ABC, abc.ABCMeta, decimal.Decimal, fractions.Fraction)
    yield from (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag, enum.StrEnum, enum.EnumMeta)
    yield from (datetime.date, datetime.datetime, datetime.time, datetime.timedelta, uuid.UUID)
    yield from (datetime.timezone, pathlib.Path, pathlib.PurePath, type(pathlib.Path()))
    yield from (numbers.Number, numbers.Complex, numbers.Real, numbers.Rational, numbers.Integral)
    yield from (typing.Generic, typing.Protocol, typing.Any)
    for name in collections.abc.__all__:
        yield getattr(collections.abc, name)


def _by_name(*classes: type) -> dict[tuple[str, str], type]:
    return {(cls.__module__, cls.__qualname__): cls for cls in classes}


KNOWN_CLASSES = _by_name(*_known_classes())
_KNOWN = {id(cls): Named(*key) for key, cls in KNOWN_CLASSES.items()}
# of those, the ones that a stand-in class really inherits from; the rest are told apart by name
_REAL_BASES = frozenset(
    {object, *DATA_BASES, list, dict, set, bytearray, abc.ABC}
    | {getattr(collections.abc, name) for name in collections.abc.__all__}
    | {collections.OrderedDict, collections.Counter, collections.defaultdict, collections.deque}
)


def known_class(cls: type) -> Named | None:
    """Name a class that both sides have, or None."""
    return _KNOWN.get(id(cls))


def is_real_base(cls: type) -> bool:
    """Whether a stand-in class may inherit from this very class."""
    return cls in _REAL_BASES or (issubclass(cls, BaseException) and id(cls) in _KNOWN)


# library classes that student's classes extend and tests ask for; none is run on this side
LIBRARY_CLASSES = _by_name(
    *(collections.UserDict, collections.UserList, collections.UserString, threading.Thread)
)
