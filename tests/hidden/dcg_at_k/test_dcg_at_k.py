"""The hidden cases of dcg_at_k, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import math
import random
from itertools import pairwise

import pytest
from dcg_at_k import dcg_at_k


def by_formula(rels):
    """Compute the DCG of a whole list from logarithms of any base: the quotient is the same."""
    return math.fsum(rel / (math.log10(i + 2) / math.log10(2)) for i, rel in enumerate(rels))


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_returns_one_number():
    """dcg_at_k returns one number."""
    assert is_number(dcg_at_k([2, 1], 2))


@pytest.mark.hint("What is the divisor at position 1?")
def test_first_result_in_full():
    """The result at position 1 keeps all of its gain."""
    assert dcg_at_k([1], 1) == pytest.approx(1.0)


@pytest.mark.reveal("values")
def test_yes_or_no():
    """DCG@3 of [1, 0, 1, 1, 0] is 1.5, as computed by hand in the lesson."""
    assert dcg_at_k([1, 0, 1, 1, 0], 3) == pytest.approx(1.5)


@pytest.mark.reveal("values")
def test_one_place_higher():
    """DCG@3 of [1, 1, 0, 1, 0] is 1.630930, as computed by hand in the lesson."""
    assert dcg_at_k([1, 1, 0, 1, 0], 3) == pytest.approx(1.630930, abs=1e-6)


@pytest.mark.reveal("values")
def test_five_grades():
    """DCG@5 of [3, 2, 0, 0, 1] is 4.648712, as computed by hand in the lesson."""
    assert dcg_at_k([3, 2, 0, 0, 1], 5) == pytest.approx(4.648712, abs=1e-6)


@pytest.mark.hint("Compare your divisors with the table in the lesson, one by one.")
def test_every_position_is_worth_less():
    """The same result is worth less at every position further down."""
    worth = [dcg_at_k([0] * above + [2], above + 1) for above in range(7)]
    assert min(higher - lower for higher, lower in pairwise(worth)) > 0


@pytest.mark.points(2)
@pytest.mark.hint("An irrelevant result is worth nothing, but it takes up a position.")
def test_irrelevant_results_take_up_places():
    """Irrelevant results add nothing, and those below them keep their positions."""
    assert dcg_at_k([0, 0, 0, 0, 0, 0, 1], 7) == pytest.approx(1 / 3)


@pytest.mark.hint("Both lists hold the same: where does your code use where each result stands?")
def test_better_result_moved_up():
    """A list scores higher when a better result changes places with a worse one above it."""
    assert dcg_at_k([1, 4, 2], 3) > dcg_at_k([1, 2, 4], 3)


@pytest.mark.hint("The gain in this lesson is the relevance itself.")
def test_doubled_grades():
    """Grades that are twice as high give a score that is twice as high."""
    low, high = dcg_at_k([1, 3, 2], 3), dcg_at_k([2, 6, 4], 3)
    assert is_number(low)
    assert high == pytest.approx(2 * low)


@pytest.mark.points(2)
@pytest.mark.hint("A reader who stops after k results does not see the others.")
def test_results_below_the_cut():
    """Results below the first k add nothing, however good they are."""
    without = dcg_at_k([2, 1], 2)
    assert is_number(without)
    for below in ([5], [5, 5, 5]):
        assert dcg_at_k([2, 1, *below], 2) == pytest.approx(without)


def test_last_of_the_first_k():
    """The result at position k is the last one that counts."""
    assert dcg_at_k([0, 0, 1, 1], 3) == pytest.approx(0.5)
    expected = by_formula([0] * 299 + [1])
    assert dcg_at_k([0] * 299 + [1, 1], 300) == pytest.approx(expected)


@pytest.mark.hint("If there are fewer than k results, all of them count, and no more.")
def test_k_beyond_the_list():
    """With k beyond the list the score is that of the whole list."""
    whole = dcg_at_k([1, 3], 2)
    assert is_number(whole)
    assert dcg_at_k([1, 3], 6) == pytest.approx(whole)


def test_k_of_zero():
    """With k = 0 no result is looked at, and the score is 0."""
    assert dcg_at_k([2, 5], 0) == 0


@pytest.mark.hint("What does a negative number in a slice mean in Python?")
def test_negative_k():
    """With a negative k no result is looked at either, and the score is 0."""
    for k in (-1, -2, -9):
        assert dcg_at_k([2, 5, 4], k) == 0


def test_empty_list():
    """An empty list has a score of 0, whatever k is."""
    assert dcg_at_k([], 3) == 0


def test_nothing_relevant():
    """A list without any relevant result has a score of 0."""
    assert dcg_at_k([0, 0, 0, 0], 3) == 0


def test_fractions():
    """Relevance with a fraction is discounted like any other."""
    expected = by_formula([0.5, 1 / 3, 9 / 7])
    assert dcg_at_k([0.5, 1 / 3, 9 / 7], 3) == pytest.approx(expected)


@pytest.mark.hint("Return the total as it is.")
def test_not_rounded():
    """Neither the relevance, nor a discount, nor the score is rounded."""
    expected = by_formula([0, 1 / 3, 1 / 7])
    assert dcg_at_k([0, 1 / 3, 1 / 7], 3) == pytest.approx(expected, abs=1e-12)


def test_input_stays_as_it_was():
    """Your function does not change the list, whatever k is: a second call agrees."""
    rels = [1, 4, 0, 2]
    for k in (3, 9, 0, -2):
        first = dcg_at_k(rels, k)
        assert is_number(first)
        assert rels == [1, 4, 0, 2]
        assert dcg_at_k(rels, k) == first


@pytest.mark.points(2)
@pytest.mark.hint("Compute short lists by hand, with every k, until one answer differs from yours.")
def test_many_lists():
    """dcg_at_k agrees with the formula for many lists and every k."""
    draw = random.Random(4)
    for length in range(1, 13):
        rels = [draw.randint(0, 4) for _ in range(length)]
        for k in range(1, length + 1):
            expected = by_formula(rels[:k])
            assert dcg_at_k(list(rels), k) == pytest.approx(expected)
