"""Equal behaviour has equal text, by which calls and results are told apart."""

import math
from typing import Any

import pytest

from grader.border.records import normal


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (1, 1.0, True),
        (True, 1, True),
        (0.1 + 0.2, 0.3, True),
        (0.0, -0.0, True),
        ([0, 1], [-0.0, True], True),
        (math.nan, -math.nan, True),
        (1.0, 1.00000001, False),
        (1, "1", False),
        ([1, 2], (1, 2), False),
        ({1, 2}, frozenset((2, 1)), True),
        (ValueError("a"), ValueError("b"), True),
        (ValueError(), KeyError(), False),
    ],
)
def test_numbers_count_by_value(one: Any, other: Any, *, is_same: bool) -> None:
    """Nine digits are compared, whatever the type of number; of an exception its class."""
    assert (normal(one) == normal(other)) is is_same
