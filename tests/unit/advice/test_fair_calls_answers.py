"""Answers are compared as hidden cases compare them."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from grader.advice.fair_calls import is_right


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        (0.1 + 0.2, 0.3, True),
        (1, 1.0, True),
        (1.0, 1.00001, False),
        (1.0, 1.0000001, True),
        (0.0, 1e-13, True),
        (math.nan, math.nan, True),
        (math.inf, -math.inf, False),
        (1.5, Fraction(3, 2), True),
        (1.5, Decimal("1.5"), True),
        (2j, 2j, True),
        (2j, 2, False),
        (10**400, 1.0, False),
        (1.0, None, False),
        (1.0, "1.0", False),
        ([0.3, {"a": (0.3,)}], [0.1 + 0.2, {"a": (0.1 + 0.2,)}], True),
        ([1, 2], [1, 2, 3], False),
        ([1, 2], (1, 2), False),
        ({"a": 1}, {"a": 1, "b": 1}, False),
        ({1, 2}, {2, 1}, True),
        (np.array([0.5, 1]), [0.5, 1.0], True),
        ([np.array([1, 2])], [np.array([1, 3])], False),
    ],
)
def test_numbers_are_near_and_other_data_is_equal(
    expected: object, got: object, *, same: bool
) -> None:
    """Numbers are compared by tolerance at any depth, all else by equality and kind."""
    assert is_right((), got, expected, "close") is same


@pytest.mark.parametrize(
    ("compared", "got", "same"),
    [
        ("precise", [1.0, 2.0000001], False),
        ("close", [1.0, 2.0000001], True),
        ("close", [2.0, 1.0], False),
        ("unordered", [2.0, 1.0], True),
        ("unordered", [2.0, 2.0], False),
        ("unordered", (2.0, 1.0), False),
    ],
)
def test_an_author_names_another_comparison(compared: str, got: Any, *, same: bool) -> None:
    """Nine digits are asked for, or any order is taken."""
    assert is_right((), got, [1.0, 2.0], compared) is same


@pytest.mark.parametrize(
    ("answer", "right"), [([3, 2], True), ([4, 1], True), ([4, 4], False), (None, False)]
)
def test_an_author_tells_right_answers_from_wrong_ones(answer: Any, *, right: bool) -> None:
    """Each that the function takes is right; one that it cannot read is not."""
    assert is_right((5,), answer, [1, 4], f"{__name__}.adds_up") is right


def adds_up(n: int, parts: list[int]) -> bool:
    """Tell whether the parts add up to n."""
    return sum(parts) == n
