"""The hidden cases of cumulative_gain, from simple to hard."""

import random
from itertools import permutations

import pytest
from cumulative_gain import cumulative_gain


def test_returns_one_number():
    """cumulative_gain returns one number."""
    answer = cumulative_gain([2, 1], 2)
    assert isinstance(answer, (int, float))
    assert not isinstance(answer, bool)


@pytest.mark.reveal("values")
def test_three_clicks():
    """Three clicks among five products are worth 3, as added up in the lesson."""
    assert cumulative_gain([1, 0, 1, 1, 0], 5) == 3


@pytest.mark.reveal("values")
def test_five_times_five_stars():
    """Five products with five stars each are worth 25."""
    assert cumulative_gain([5, 5, 5, 5, 5], 5) == 25


@pytest.mark.hint("The gain is the grade itself, not a 1 for every relevant result.")
def test_grades_count_in_full():
    """A result of a high grade is worth more than one of a low grade."""
    assert cumulative_gain([4, 1, 2], 3) == 7


@pytest.mark.hint("One result is looked at: which index does it have?")
def test_k_of_one():
    """With k = 1 only the result at the top counts."""
    assert cumulative_gain([1, 3, 4], 1) == 1


@pytest.mark.points(2)
@pytest.mark.hint("A reader who stops after k results does not see the others.")
def test_results_below_the_cut():
    """Results below the first k add nothing, however good they are."""
    assert cumulative_gain([1, 0, 1, 6, 6], 3) == 2


@pytest.mark.hint("Count on your fingers which results belong to the first k.")
def test_last_of_the_first_k():
    """The result at position k is the last one that counts."""
    assert cumulative_gain([0, 0, 0, 1, 5], 4) == 1
    assert cumulative_gain([0] * 299 + [1, 5], 300) == 1


@pytest.mark.hint("All of the first k results have a relevance of 0: which one did you add?")
def test_good_results_at_the_bottom():
    """A list with its relevant results below the cut is worth 0."""
    assert cumulative_gain([0, 0, 4, 5], 2) == 0


def test_order_of_the_first_k():
    """Any order of the first k results gives the same sum."""
    for order in permutations([3, 0, 2, 1]):
        assert cumulative_gain([*order, 2], 4) == 6


def test_nothing_relevant():
    """A list without any relevant result is worth 0."""
    assert cumulative_gain([0, 0, 0], 2) == 0


def test_empty_list():
    """An empty list is worth 0, whatever k is."""
    assert cumulative_gain([], 3) == 0


@pytest.mark.hint("If there are fewer than k results, all of them count, and no more.")
def test_k_beyond_the_list():
    """With k beyond the list the sum is that of the whole list."""
    assert cumulative_gain([1, 1, 0, 1], 8) == 3


def test_k_of_zero():
    """With k = 0 no result is looked at, and the sum is 0."""
    assert cumulative_gain([2, 5], 0) == 0


@pytest.mark.hint("What does a negative number in a slice mean in Python?")
def test_negative_k():
    """With a negative k no result is looked at either, and the sum is 0."""
    for k in (-1, -2, -9):
        assert cumulative_gain([2, 5, 4], k) == 0


def test_fractions():
    """Relevance with a fraction is added up like any other, and nothing is rounded."""
    answer = cumulative_gain([1 / 3, 2 / 7, 1.75, 4], 3)
    assert answer == pytest.approx(1 / 3 + 2 / 7 + 1.75, abs=1e-12)


@pytest.mark.points(2)
@pytest.mark.hint("Print your list before and after the call.")
def test_input_stays_as_it_was():
    """Your function does not change the list, whatever k is: a second call agrees."""
    rels = [1, 3, 0, 2]
    for k, expected in ((3, 4), (9, 6), (0, 0), (-2, 0)):
        for _ in range(2):
            assert cumulative_gain(rels, k) == expected
            assert rels == [1, 3, 0, 2]


@pytest.mark.points(2)
@pytest.mark.hint("Add up short lists by hand, with every k, until one differs from yours.")
def test_many_lists():
    """cumulative_gain agrees with the formula for many lists and every k."""
    draw = random.Random(3)
    for length in range(1, 11):
        rels = [draw.randint(0, 3) for _ in range(length)]
        expected = 0
        for k in range(1, length + 1):
            expected += rels[k - 1]
            assert cumulative_gain(list(rels), k) == expected
