"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from log_base import divisors_at_first, divisors_today, two_lists


def dcg(grades, divisors):
    """Add up the grades, each divided by the divisor of its position."""
    return sum(grade / divisor for grade, divisor in zip(grades, divisors, strict=True))


def test_today_with_base_four():
    """The divisors for base 4 are those of the first table."""
    expected = [0.5, 0.792481, 1.0, 1.160964, 1.292481]
    assert divisors_today(5, 4) == pytest.approx(expected, abs=1e-6)


def test_first_with_base_three():
    """The divisors of the first formula for base 3 are those of the second table."""
    assert divisors_at_first(5, 3) == pytest.approx([1, 1, 1, 1.261860, 1.464974], abs=1e-6)


@pytest.mark.parametrize("base", [1, 0.5, 0, -2])
def test_base_that_is_refused(base):
    """A base of 1 or below is refused."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        divisors_today(3, base)


def test_two_lists_prove_it():
    """With base 10, list a is ahead; with base 2, list b is."""
    ten, two = [1, 1, 1], [1, 1, 1.584963]
    a, b = two_lists(ten, two)
    assert dcg(a, ten) > dcg(b, ten)
    assert dcg(b, two) > dcg(a, two)


def test_no_lists_for_a_stretched_formula():
    """Where one formula is the other one stretched, no such lists exist."""
    assert two_lists([1, 2, 3], [2, 4, 6]) is None
