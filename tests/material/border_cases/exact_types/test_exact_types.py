import re
import unittest
import uuid
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import Path, PurePosixPath

import pytest
from exact_types import (
    add_days,
    any_match,
    count,
    echo,
    half,
    in_utc,
    kind_of,
    kinds,
    rotate,
    suffix,
    tally,
    total,
)

VALUES = [
    None,
    True,
    0,
    -(10**40),
    1.5,
    float("inf"),
    2 - 3j,
    "text\n\x00é😀",
    b"bytes",
    bytearray(b"ba"),
    (1, (2, ())),
    [],
    {1, 2},
    frozenset({"a"}),
    {"k": [1], (1, 2): None},
    range(1, 10, 2),
    slice(1, None, 2),
    date(2024, 2, 29),
    time(12, 30, 1, 5),
    datetime(2024, 1, 1, 12, tzinfo=timezone.utc),
    timedelta(days=1, seconds=2),
    Decimal("1.10"),
    Fraction(1, 3),
    uuid.UUID(int=5),
    Path("a/b"),
    deque([1, 2], maxlen=3),
    OrderedDict(b=1, a=2),
    Counter("abca"),
    Ellipsis,
    NotImplemented,
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_echo(value):
    back = echo(value)
    assert back == value
    assert type(back) is type(value)


def test_nan():
    back = echo(float("nan"))
    assert back != back


@pytest.mark.parametrize("value", VALUES[:3] + VALUES[15:], ids=lambda v: type(v).__name__)
def test_seen_with_its_own_type(value):
    assert kind_of(value) == type(value).__name__


def test_pattern():
    assert any_match(re.compile(r"^b", re.I), ["apple", "Bean"]) is True
    assert echo(re.compile("x+")).pattern == "x+"
    assert suffix(Path("photo.tar.gz")) == ".gz"


class TypeTest(unittest.TestCase):
    def test_decimal(self):
        self.assertEqual(total([Decimal("0.1"), Decimal("0.2")]), Decimal("0.3"))
        self.assertIs(type(total([Decimal(1)])), Decimal)

    def test_fraction(self):
        self.assertEqual(half(Fraction(1, 3)), Fraction(1, 6))
        self.assertIsInstance(half(3), float)

    def test_dates(self):
        self.assertEqual(add_days(date(2023, 12, 31), 1), date(2024, 1, 1))
        self.assertEqual(in_utc(datetime(2024, 5, 1)).tzinfo, timezone.utc)
        self.assertEqual(in_utc(datetime(2024, 5, 1)).isoformat(), "2024-05-01T00:00:00+00:00")

    def test_defaultdict(self):
        groups = defaultdict(list)
        self.assertEqual(count(groups, "ab"), {"a": ["a"], "b": ["b"]})
        self.assertIs(type(count(groups, "a")), defaultdict)

    def test_deque(self):
        d = deque([1, 2, 3])
        rotate(d)
        self.assertEqual(d, deque([3, 1, 2]))

    def test_counter_comes_back(self):
        self.assertEqual(tally("banana").most_common(1), [("a", 3)])
        self.assertIsInstance(tally(""), Counter)

    def test_types_inside(self):
        self.assertEqual(
            kinds((1, "a", [2.0], {3: None})), ["int", "str", "list", "dict"]
        )

    def test_bool_is_no_int(self):
        self.assertIs(echo(True), True)
        self.assertIs(type(echo(1)), int)

    def test_path_is_pure(self):
        self.assertEqual(PurePosixPath(echo(Path("x") / "y")), PurePosixPath("x/y"))

    def test_order_of_a_dict(self):
        self.assertEqual(list(echo({"z": 1, "a": 2})), ["z", "a"])
