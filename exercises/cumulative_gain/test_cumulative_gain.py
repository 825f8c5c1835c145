"""The public cases: read them, run them with `pytest`, add your own."""

from cumulative_gain import cumulative_gain


def test_three_clicks():
    """Three clicks among five products are worth 3."""
    assert cumulative_gain([1, 0, 1, 1, 0], 5) == 3


def test_cut_at_three():
    """With k = 3 only the first three products take part."""
    assert cumulative_gain([1, 0, 1, 1, 0], 3) == 2


def test_five_grades():
    """cumulative_gain([3, 2, 0, 0, 1], 5) is 6, as added up in the lesson."""
    assert cumulative_gain([3, 2, 0, 0, 1], 5) == 6


def test_order_does_not_matter():
    """Relevant results at the bottom are worth as much as at the top."""
    assert cumulative_gain([0, 0, 1, 1, 1], 5) == 3
    assert cumulative_gain([1, 1, 1, 0, 0], 5) == 3


def test_k_beyond_the_list():
    """A k beyond the list adds nothing more."""
    assert cumulative_gain([2, 1], 10) == 3


def test_k_below_one():
    """With k = 0, and with a negative k, no result is looked at."""
    assert cumulative_gain([2, 1, 1], 0) == 0
    assert cumulative_gain([2, 1, 1], -1) == 0
