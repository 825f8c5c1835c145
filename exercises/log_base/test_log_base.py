"""The public cases: read them, run them with `pytest`, add your own."""

import math

import pytest
from log_base import dcg_with_base, ndcg_with_base


def test_base_four():
    """dcg_with_base([3, 2, 0, 0, 1], 5, 4) is 9.297425, as computed by hand in the lesson."""
    assert dcg_with_base([3, 2, 0, 0, 1], 5, 4) == pytest.approx(9.297425, abs=1e-6)


def test_base_two():
    """dcg_with_base([3, 2, 0, 0, 1], 5, 2) is 4.648712, the DCG that you know."""
    assert dcg_with_base([3, 2, 0, 0, 1], 5, 2) == pytest.approx(4.648712, abs=1e-6)


def test_base_ten():
    """dcg_with_base([3, 2, 0, 0, 1], 5, 10) is 15.442688, as the table says."""
    assert dcg_with_base([3, 2, 0, 0, 1], 5, 10) == pytest.approx(15.442688, abs=1e-6)


@pytest.mark.parametrize("base", [1.5, 2, math.e, 4, 10])
def test_ndcg_does_not_see_the_base(base):
    """The NDCG@5 is 0.976239 with every base."""
    assert ndcg_with_base([3, 2, 0, 0, 1], 5, base) == pytest.approx(0.976239, abs=1e-6)


@pytest.mark.parametrize("base", [1, 0.5, 0, -2])
def test_base_that_is_refused(base):
    """A base of 1 or below is refused."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        dcg_with_base([3, 2], 2, base)


def test_k_below_one():
    """With k = 0, and with a negative k, nothing is looked at."""
    assert dcg_with_base([2, 1, 1], 0, 10) == 0
    assert dcg_with_base([2, 1, 1], -1, 10) == 0
