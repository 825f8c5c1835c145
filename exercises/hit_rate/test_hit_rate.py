"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from hit_rate import held_out_rank, hit_rate, misleading_pair, sampled_hit_rate

FILMS = ["jaws", "heat", "fargo", "alien", "up"]
A = [1, 3, 600, 800]
B = [12, 15, 18, 20]


def test_known_items_do_not_count():
    """The rank of "alien" is 3, since the person knows "heat"."""
    assert held_out_rank(FILMS, "alien", ["heat", "up"]) == 3


def test_held_out_item_is_missing():
    """An item that is not in the ranking has no rank."""
    assert held_out_rank(FILMS, "brazil", ["heat", "up"]) is None


@pytest.mark.parametrize(("k", "expected"), [(1, 0.25), (5, 0.5), (20, 0.75)])
def test_hit_rate(k, expected):
    """The hit rates are those of the first table."""
    assert hit_rate([1, 4, 12, None], k) == pytest.approx(expected)


def test_sample_of_two():
    """With rank 3 of ten, and two negatives, the chance of a hit at 1 is 21 of 36."""
    assert sampled_hit_rate([3], 1, 10, 2) == pytest.approx(21 / 36)


def test_sample_prefers_the_worse_one():
    """Over all items A is better; with 100 negatives, B is ahead."""
    assert hit_rate(A, 10) > hit_rate(B, 10)
    assert sampled_hit_rate(A, 10, 1000, 100) < sampled_hit_rate(B, 10, 1000, 100)


def test_pair_that_misleads():
    """Your pair for ten items changes places in the sample."""
    a, b = misleading_pair(10, 2, 1)
    assert hit_rate(a, 1) > hit_rate(b, 1)
    assert sampled_hit_rate(a, 1, 10, 2) < sampled_hit_rate(b, 1, 10, 2)


def test_nothing_is_hidden():
    """If all other items are negatives, no pair can change places."""
    assert misleading_pair(10, 9, 1) is None
