"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from compare_systems import is_noise, mean_difference, randomization_test

A = [0.9, 0.8, 0.7, 0.5]
B = [0.5, 0.7, 0.5, 0.6]


def test_mean_difference():
    """The mean difference of the four queries is 0.15, as computed by hand in the lesson."""
    assert mean_difference(A, B) == pytest.approx(0.15)


def test_other_way_round():
    """With the systems exchanged the sign of the difference changes, and p does not."""
    assert mean_difference(B, A) == pytest.approx(-0.15)
    assert randomization_test(B, A, 99, 1) == pytest.approx(0.33)


def test_close_to_the_p_by_hand():
    """With many trials p comes close to 0.375, as found by hand in the lesson."""
    assert randomization_test(A, B, 2000, 5) == pytest.approx(0.375, abs=0.04)


def test_p_of_one_seed():
    """With 999 trials and seed 1 everyone gets the same p, 0.393."""
    assert randomization_test(A, B, 999, 1) == pytest.approx(0.393)


def test_noise():
    """0.375 cannot be told from noise, and 0.01 can."""
    assert is_noise(0.375) is True
    assert is_noise(0.01) is False


def test_different_queries():
    """Three scores cannot be compared with four."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        mean_difference(A[:3], B)
