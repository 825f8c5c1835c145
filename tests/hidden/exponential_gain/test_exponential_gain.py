"""The hidden cases of exponential_gain, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import math
import random

import pytest
from exponential_gain import exponential_dcg, exponential_ndcg


def expected_dcg(grades):
    """Compute the DCG of a whole list from natural powers and natural logarithms."""
    two = math.log(2)
    return math.fsum(
        math.expm1(grade * two) * two / math.log(i + 2) for i, grade in enumerate(grades)
    )


def expected_ndcg(grades, k):
    """Compute the NDCG@k of a list that holds at least one relevant result."""
    return expected_dcg(grades[:k]) / expected_dcg(sorted(grades, key=lambda grade: -grade)[:k])


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_both_return_a_number():
    """Both functions return a number."""
    assert is_number(exponential_dcg([1, 2], 2))
    assert is_number(exponential_ndcg([1, 2], 2))


@pytest.mark.hint("Compare with the table of gains in the lesson, row by row.")
def test_gain_of_a_single_result():
    """At position 1 a grade is worth its exponential gain in full."""
    assert exponential_dcg([5], 1) == pytest.approx(31.0)
    assert exponential_dcg([2], 1) == pytest.approx(3.0)


@pytest.mark.reveal("values")
def test_dcg_by_hand():
    """exponential_dcg([3, 2, 0, 0, 1], 5) is 9.279642, as computed by hand in the lesson."""
    assert exponential_dcg([3, 2, 0, 0, 1], 5) == pytest.approx(9.279642, abs=1e-6)


@pytest.mark.points(2)
@pytest.mark.hint("What is 2 to the power of 0?")
def test_irrelevant_results_are_worth_nothing():
    """Irrelevant results add nothing to the DCG, and those below them keep their positions."""
    assert exponential_dcg([0, 0], 2) == pytest.approx(0.0)
    assert exponential_dcg([0, 0, 0, 0, 0, 0, 4], 7) == pytest.approx(5.0)


@pytest.mark.hint("Work the gains of the grades 0 and 1 out: how do they differ from the grades?")
def test_yes_or_no_agrees_with_linear():
    """For grades of 0 and 1 the DCG is the linear one."""
    linear = math.fsum(1 / math.log2(position + 1) for position in (2, 3, 5))
    assert exponential_dcg([0, 1, 1, 0, 1, 0], 6) == pytest.approx(linear)


@pytest.mark.hint("First the gain, then the discount: the formula divides the whole gain.")
def test_gain_before_discount():
    """A result at position 3 keeps half of its gain."""
    assert exponential_dcg([0, 0, 4], 3) == pytest.approx(7.5)


@pytest.mark.points(2)
def test_dcg_of_fractions():
    """A grade with a fraction has a gain like any other, and nothing is rounded."""
    expected = expected_dcg([0.5, 1 / 3, 9 / 7])
    assert exponential_dcg([0.5, 1 / 3, 9 / 7], 3) == pytest.approx(expected, abs=1e-12)


@pytest.mark.hint("A reader who stops after k results does not see the others.")
def test_results_below_the_cut():
    """Results below the first k add nothing to the DCG, and the one at k still counts."""
    expected = expected_dcg([2, 1])
    for below in ([], [5], [5, 5, 5]):
        assert exponential_dcg([2, 1, *below], 2) == pytest.approx(expected)
    last = expected_dcg([0] * 299 + [1])
    assert exponential_dcg([0] * 299 + [1, 1], 300) == pytest.approx(last)


def test_dcg_of_k_beyond_the_list():
    """With k beyond the list the DCG is that of the whole list."""
    assert exponential_dcg([1, 3], 6) == pytest.approx(expected_dcg([1, 3]))


@pytest.mark.hint("What does a negative number in a slice mean in Python?")
def test_dcg_of_k_below_one():
    """With a k of 0 or below nothing is looked at, and the DCG is 0."""
    for k in (0, -1, -2, -9):
        assert exponential_dcg([2, 5, 4], k) == 0


def test_dcg_of_an_empty_list():
    """An empty list has a DCG of 0."""
    assert exponential_dcg([], 3) == 0


@pytest.mark.points(2)
@pytest.mark.hint("Work one list of three unequal grades out by hand and compare term by term.")
def test_dcg_of_many_lists():
    """exponential_dcg agrees with the formula for many lists and cuts."""
    draw = random.Random(21)
    for length in range(1, 13):
        grades = [draw.randint(0, 5) for _ in range(length)]
        for k in (1, 2, length):
            expected = expected_dcg(grades[:k])
            assert exponential_dcg(list(grades), k) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Which gain stands above the line, and which below?")
def test_perfect_order():
    """A list in the best order scores 1.0, whatever its grades are."""
    for best in ([4, 4, 2, 1, 0], [9, 1], [0.5, 0.25], [2] * 300):
        assert exponential_ndcg(best, len(best)) == pytest.approx(1.0)


@pytest.mark.reveal("values")
def test_ndcg_by_hand():
    """exponential_ndcg([2, 2, 3, 0, 0], 5) is 0.807559, as computed by hand in the lesson."""
    assert exponential_ndcg([2, 2, 3, 0, 0], 5) == pytest.approx(0.807559, abs=1e-6)


@pytest.mark.hint("How much is a 4 worth beside a 1?")
def test_best_result_found_late():
    """A perfect result at the bottom costs more than the linear gain would take."""
    assert exponential_ndcg([1, 1, 4], 3) == pytest.approx(expected_ndcg([1, 1, 4], 3))
    assert exponential_ndcg([1, 1, 4], 3) < 0.6


@pytest.mark.hint("How often is a grade turned into a gain on its way through your functions?")
def test_ndcg_of_larger_grades():
    """Doubled grades are scored by their own gains."""
    for grades in ([1, 0, 2, 3], [2, 0, 4, 6]):
        expected = expected_ndcg(grades, 4)
        assert exponential_ndcg(grades, 4) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Which results may take part in the best possible first k: those seen, or all?")
def test_ideal_is_sorted_before_the_cut():
    """The ideal is the best of the whole list, not of the first k results only."""
    expected = expected_ndcg([1, 0, 0, 2, 4], 3)
    assert exponential_ndcg([1, 0, 0, 2, 4], 3) == pytest.approx(expected)
    assert exponential_ndcg([1] * 299 + [4], 1) == pytest.approx(1 / 15)


@pytest.mark.hint("How many results are added up above the line, and how many below?")
def test_ideal_ends_at_the_cut():
    """A list in the best order scores 1.0 with every k, since the ideal ends at k too."""
    for k in (1, 2, 3):
        assert exponential_ndcg([5, 3, 2, 1], k) == pytest.approx(1.0)


def test_ndcg_of_k_beyond_the_list():
    """With k beyond the list the NDCG is that of the whole list."""
    expected = expected_ndcg([1, 3, 2], 3)
    assert exponential_ndcg([1, 3, 2], 9) == pytest.approx(expected)
    expected = expected_ndcg([0] * 299 + [1], 300)
    assert exponential_ndcg([0] * 299 + [1], 400) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("What is the ideal DCG of such a list, and what may you not divide by?")
def test_nothing_relevant():
    """A list without any relevant result scores 0.0."""
    assert exponential_ndcg([0, 0, 0, 0], 3) == 0.0


@pytest.mark.hint("What is the ideal DCG when nothing is looked at?")
def test_ndcg_of_k_below_one():
    """With a k of 0 or below nothing is looked at, and the NDCG is 0.0."""
    for k in (0, -1, -2, -9):
        assert exponential_ndcg([2, 5, 4], k) == 0.0


def test_ndcg_of_an_empty_list():
    """An empty list has an NDCG of 0.0."""
    assert exponential_ndcg([], 3) == 0.0


@pytest.mark.hint("A small ideal is not an ideal of 0.")
def test_ndcg_of_small_fractions():
    """Small grades with a fraction are scored like whole ones, and tiny ones are not 0."""
    expected = expected_ndcg([0.05, 0.0, 0.4, 1 / 7], 4)
    assert exponential_ndcg([0.05, 0.0, 0.4, 1 / 7], 4) == pytest.approx(expected, abs=1e-12)
    tiny = [1e-11, 0, 2e-11]
    # 2 ** 1e-11 is so near to 1 that the gain keeps four digits
    assert exponential_ndcg(tiny, 3) == pytest.approx(expected_ndcg(tiny, 3), abs=1e-3)


@pytest.mark.points(2)
@pytest.mark.hint("Some ways of sorting make a new list; others change the list they get.")
def test_input_stays_as_it_was():
    """Neither function changes the list that it is given: a second call agrees."""
    grades = [1, 4, 0, 2]
    for k in (3, 9, 0, -2):
        first = [exponential_dcg(grades, k), exponential_ndcg(grades, k)]
        assert all(is_number(answer) for answer in first)
        assert grades == [1, 4, 0, 2]
        assert [exponential_dcg(grades, k), exponential_ndcg(grades, k)] == first


@pytest.mark.points(2)
@pytest.mark.hint("Compute short lists by hand, with every k, until one answer differs from yours.")
def test_ndcg_of_many_lists():
    """exponential_ndcg agrees with the formula for many lists and every k within them."""
    draw = random.Random(22)
    for length in range(1, 11):
        grades = [draw.randint(0, 5) for _ in range(length)] + [draw.randint(1, 5)]
        for k in range(1, length + 2):
            expected = expected_ndcg(grades, k)
            assert exponential_ndcg(list(grades), k) == pytest.approx(expected)
