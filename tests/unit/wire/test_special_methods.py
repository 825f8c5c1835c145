"""The table of special methods knows all that built-in types have, and each of them once."""

import array
import collections
import datetime
import decimal
import fractions
import io
import pathlib
import re
import types
from collections import Counter

import pytest

from grader.wire import special_methods

OF_COLLECTIONS = [getattr(collections, name) for name in collections.__all__]
TYPES = [
    *(object, int, float, complex, bool, str, bytes, bytearray, memoryview, list, tuple, dict),
    *(set, frozenset, range, slice, type(None), type({}.items()), Exception, OSError, property),
    *(map, zip, filter, enumerate, reversed, types.GeneratorType, types.CoroutineType),
    *(types.AsyncGeneratorType, re.Pattern, decimal.Decimal, fractions.Fraction, pathlib.Path),
    *(datetime.datetime, datetime.timedelta, io.StringIO, array.array),
    *(one for one in OF_COLLECTIONS if isinstance(one, type)),
]
KNOWN = frozenset().union(*special_methods.KINDS.values())


@pytest.mark.parametrize("cls", TYPES, ids=lambda cls: cls.__name__)
def test_every_special_method_has_a_kind(cls: type) -> None:
    """What Python or a library brings anew is put into the table, or a stand-in lacks it."""
    methods = {
        name
        for name in dir(cls)
        if name.startswith("__") and name.endswith("__") and callable(getattr(cls, name))
    }

    assert methods - KNOWN == set()


def test_no_method_has_two_kinds() -> None:
    """Or the lists that are made of the kinds would say two things of it."""
    counted = Counter(name for names in special_methods.KINDS.values() for name in names)

    assert [name for name, times in counted.items() if times > 1] == []


def test_what_is_not_forwarded_is_not_asked_for_freely() -> None:
    """But for what is told in a class's description, or answered for the object itself."""
    assert {"__dir__", "__instancecheck__"} == special_methods.FREE & special_methods.NOT_FORWARDED


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("__radd__", "__add__"),
        ("__iadd__", "__add__"),
        ("__gt__", "order"),
        ("__le__", "order"),
        ("__eq__", "__eq__"),
        ("__len__", "__len__"),
    ],
)
def test_what_python_takes_for_one_is_one_family(name: str, family: str) -> None:
    """`a += b` may ask `a + b`, and `a < b` may ask `b > a`."""
    assert special_methods.family(name) == family
