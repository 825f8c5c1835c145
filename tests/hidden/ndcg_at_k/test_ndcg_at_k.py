"""The hidden cases of ndcg_at_k, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import math
import random
from itertools import pairwise

import pytest
from ndcg_at_k import dcg, ndcg_at_k


def expected_dcg(grades):
    """Compute the DCG from natural logarithms: log2(x) is ln(x) / ln(2)."""
    return math.fsum(
        grade * math.log(2) / math.log(index + 2) for index, grade in enumerate(grades)
    )


def expected_ndcg(grades, k):
    """Compute the NDCG@k of a list that holds at least one relevant result."""
    return expected_dcg(grades[:k]) / expected_dcg(sorted(grades, key=lambda grade: -grade)[:k])


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_dcg_returns_a_number():
    """dcg returns a number."""
    assert is_number(dcg([2, 1]))


def test_dcg_of_one_result():
    """The result at position 1 counts in full."""
    assert dcg([1]) == pytest.approx(1.0)


@pytest.mark.reveal("values")
def test_dcg_of_the_hand_check():
    """dcg([3, 0, 2]) is 4.0, as computed by hand in the lesson."""
    assert dcg([3, 0, 2]) == pytest.approx(4.0)


@pytest.mark.hint("Write down the divisors of positions 1, 2 and 3.")
def test_dcg_of_yes_and_no():
    """Grades of 0 and 1 are discounted like all others."""
    assert dcg([1, 0, 1]) == pytest.approx(1.5)


def test_dcg_of_an_empty_list():
    """An empty list has a DCG of 0."""
    assert dcg([]) == 0


@pytest.mark.hint("An irrelevant result is worth nothing, but it takes up a position.")
def test_dcg_keeps_irrelevant_results_in_place():
    """Irrelevant results add nothing to the DCG, and those below them keep their positions."""
    assert dcg([0, 0, 0, 0, 0, 0, 1]) == pytest.approx(1 / 3)


@pytest.mark.hint("Compare position 1 with position 2: is the second one discounted at all?")
def test_dcg_falls_with_every_position():
    """The same result is worth less at every position further down."""
    worth = [dcg([0] * above + [3]) for above in (0, 1, 2, 5)]
    assert min(higher - lower for higher, lower in pairwise(worth)) > 0


@pytest.mark.reveal("values")
def test_dcg_of_the_five_results():
    """dcg([3, 2, 0, 0, 1]) is 4.648712, as computed by hand in the lesson."""
    assert dcg([3, 2, 0, 0, 1]) == pytest.approx(4.648712, abs=1e-6)


def test_dcg_of_fractions():
    """Grades with a fraction are gains like any other, and nothing is rounded."""
    expected = expected_dcg([0.5, 1 / 3, 9 / 7])
    assert dcg([0.5, 1 / 3, 9 / 7]) == pytest.approx(expected, abs=1e-12)


@pytest.mark.points(2)
@pytest.mark.hint("Work one list of three unequal grades out by hand and compare term by term.")
def test_dcg_of_many_lists():
    """dcg agrees with the formula for many lists of all lengths."""
    draw = random.Random(1)
    for length in (2, 5, 13, 300):
        grades = [draw.randint(0, 4) for _ in range(length)]
        expected = expected_dcg(grades)
        assert dcg(grades) == pytest.approx(expected)


def test_ndcg_returns_a_number():
    """ndcg_at_k returns a number."""
    assert is_number(ndcg_at_k([1, 2], 2))


@pytest.mark.hint("Here the list and its ideal are the same: what is a number divided by itself?")
def test_perfect_order():
    """A list in the best order scores 1.0, also when several results share a grade."""
    assert ndcg_at_k([4, 4, 2, 2, 1, 0], 6) == pytest.approx(1.0)


def test_reversed_order():
    """A list with the best results at the bottom scores above 0.0 and strictly below 1.0."""
    assert 0.0 < ndcg_at_k([0, 1, 1, 2, 4], 5) < 1.0
    assert 0.0 < ndcg_at_k([0] * 299 + [1], 300) < 1.0


@pytest.mark.points(2)
@pytest.mark.hint("What is the ideal DCG of such a list, and what may you not divide by?")
def test_nothing_relevant():
    """A list without any relevant result scores 0.0."""
    assert ndcg_at_k([0, 0, 0, 0], 3) == 0.0


@pytest.mark.reveal("values")
def test_ndcg_of_the_five_results():
    """NDCG@5 of [3, 2, 0, 0, 1] is 0.976239, as computed by hand in the lesson."""
    assert ndcg_at_k([3, 2, 0, 0, 1], 5) == pytest.approx(0.976239, abs=1e-6)


def test_empty_list():
    """An empty list scores 0.0, whatever k is."""
    assert ndcg_at_k([], 4) == 0.0


def test_k_below_one():
    """With a k of 0 or below nothing is looked at, and the score is 0.0."""
    for k in (0, -2):
        assert ndcg_at_k([2, 1, 4], k) == 0.0


@pytest.mark.hint("What is the best result of the whole list that a single place could hold?")
def test_k_of_one():
    """With k = 1 the first result is measured against the best one of the list."""
    assert ndcg_at_k([2, 1, 5], 1) == pytest.approx(0.4)


@pytest.mark.hint("If there are fewer than k results, all of them count, and no more.")
def test_k_beyond_the_list():
    """With k beyond the list the score is that of the whole list."""
    whole = ndcg_at_k([1, 3, 2], 3)
    assert is_number(whole)
    assert ndcg_at_k([1, 3, 2], 9) == pytest.approx(whole)


@pytest.mark.points(2)
@pytest.mark.hint("Which results may take part in the best possible first k: those seen, or all?")
def test_ideal_is_sorted_before_the_cut():
    """The ideal is the best of the whole list, not of the first k results only."""
    left_below, nothing_below = ndcg_at_k([1, 0, 0, 2, 3], 3), ndcg_at_k([1, 0, 0, 0, 0], 3)
    assert is_number(left_below)
    assert is_number(nothing_below)
    assert left_below < nothing_below
    assert ndcg_at_k([1] * 299 + [4], 1) == pytest.approx(0.25)


def test_order_below_the_cut():
    """The order of the results below the cut makes no difference."""
    one_order = ndcg_at_k([2, 1, 0, 1, 3], 2)
    assert is_number(one_order)
    for below in ([3, 1, 0], [1, 3, 0]):
        assert ndcg_at_k([2, 1, *below], 2) == pytest.approx(one_order)


def test_ndcg_of_fractions():
    """Small grades with a fraction are scored like whole ones, and nothing is rounded."""
    expected = expected_ndcg([1 / 7, 0.0, 0.4, 1 / 3], 3)
    assert ndcg_at_k([1 / 7, 0.0, 0.4, 1 / 3], 3) == pytest.approx(expected, abs=1e-12)


@pytest.mark.hint("The gain in this lesson is the grade itself.")
def test_scale_of_the_grades():
    """Multiplying every grade by the same number does not change the score."""
    unscaled = ndcg_at_k([1, 3, 0, 2], 4)
    assert is_number(unscaled)
    for factor in (10, 1e-11):
        grades = [1 * factor, 3 * factor, 0, 2 * factor]
        assert ndcg_at_k(grades, 4) == pytest.approx(unscaled)


@pytest.mark.points(2)
@pytest.mark.hint("Some ways of sorting make a new list; others change the list they get.")
def test_input_stays_as_it_was():
    """Neither function changes the list that it is given: a second call agrees."""
    grades = [1, 4, 0, 2]
    first = [dcg(grades), ndcg_at_k(grades, 3)]
    assert all(is_number(answer) for answer in first)
    assert grades == [1, 4, 0, 2]
    assert [dcg(grades), ndcg_at_k(grades, 3)] == first
    assert is_number(ndcg_at_k(grades, 9))
    assert is_number(ndcg_at_k(grades, -2))
    assert grades == [1, 4, 0, 2]


@pytest.mark.points(2)
@pytest.mark.hint("Compute short lists by hand, with every k, until one answer differs from yours.")
def test_ndcg_of_many_lists():
    """ndcg_at_k agrees with the formula for many lists and many k."""
    draw = random.Random(2)
    for length in (2, 3, 5, 8, 13):
        grades = [draw.randint(0, 4) for _ in range(length - 1)] + [draw.randint(1, 4)]
        for k in (length // 2 + 1, length):
            expected = expected_ndcg(grades, k)
            assert ndcg_at_k(list(grades), k) == pytest.approx(expected)
