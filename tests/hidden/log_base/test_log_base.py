"""The hidden cases of log_base, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import math
import random

import pytest
from log_base import dcg_with_base, ndcg_with_base


def expected_dcg(grades, base):
    """Compute the DCG of a whole list: a logarithm is a quotient of two natural ones."""
    return math.fsum(
        grade * math.log(base) / math.log(index + 2) for index, grade in enumerate(grades)
    )


def expected_ndcg(grades, k):
    """Compute the NDCG@k of a list that holds something relevant; no base takes part."""
    best = sorted(grades, key=lambda grade: -grade)[:k]
    return expected_dcg(grades[:k], 2) / expected_dcg(best, 2)


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_both_return_a_number():
    """Both functions return a number."""
    assert is_number(dcg_with_base([1, 2], 2, 3))
    assert is_number(ndcg_with_base([1, 2], 2, 3))


def test_base_two_is_the_dcg_of_before():
    """With base 2 the DCG is the one of the lessons before."""
    expected = 2 + 4 / math.log2(3) + 1.5
    assert dcg_with_base([2, 4, 3], 3, 2) == pytest.approx(expected)


@pytest.mark.reveal("values")
def test_base_four_by_hand():
    """dcg_with_base([3, 2, 0, 0, 1], 5, 4) is 9.297425, as computed by hand in the lesson."""
    assert dcg_with_base([3, 2, 0, 0, 1], 5, 4) == pytest.approx(9.297425, abs=1e-6)


@pytest.mark.points(2)
@pytest.mark.hint("The base to the power of what is 2?")
def test_first_result():
    """At position 1 a grade is divided by the logarithm of 2 to the base."""
    assert dcg_with_base([5], 1, 4) == pytest.approx(10.0)
    assert dcg_with_base([5], 1, 16) == pytest.approx(20.0)


@pytest.mark.hint("At which position is the divisor 1 when the base is 8?")
def test_position_where_the_divisor_is_one():
    """A result keeps its grade where its position is one below the base."""
    assert dcg_with_base([0, 0, 0, 0, 0, 0, 4], 7, 8) == pytest.approx(4.0)
    assert dcg_with_base([0, 0, 4], 3, 4) == pytest.approx(4.0)


@pytest.mark.points(2)
@pytest.mark.hint("Which bases does the lesson allow?")
def test_bases_with_a_fraction():
    """A base above 1 need not be a whole number, and nothing is rounded."""
    for base in (1.25, math.e, 2.5):
        expected = expected_dcg([1, 1 / 3, 4], base)
        assert dcg_with_base([1, 1 / 3, 4], 3, base) == pytest.approx(expected, abs=1e-11)


def test_large_base():
    """A base far beyond the list is a base like any other."""
    expected = expected_dcg([2, 0, 1], 1024)
    assert dcg_with_base([2, 0, 1], 3, 1024) == pytest.approx(expected)


@pytest.mark.hint("The gain in this lesson is the grade itself.")
def test_doubled_grades():
    """Grades that are twice as high give a DCG that is twice as high."""
    single, double = (dcg_with_base(grades, 3, 3) for grades in ([1, 3, 2], [2, 6, 4]))
    assert is_number(single)
    assert single > 0
    assert double == pytest.approx(2 * single)


@pytest.mark.hint("Someone who stops after k results sees nothing of the others.")
def test_results_below_the_cut():
    """Results below the first k add nothing to the DCG, and the one at k still counts."""
    expected = expected_dcg([2, 1], 5)
    for below in ([], [4], [4, 4, 4]):
        assert dcg_with_base([2, 1, *below], 2, 5) == pytest.approx(expected)


def test_dcg_of_k_beyond_the_list():
    """With k beyond the list the DCG is that of the whole list, and with k = 1 it is not."""
    assert dcg_with_base([1, 3], 1, 3) == pytest.approx(expected_dcg([1], 3))
    assert dcg_with_base([1, 3], 6, 3) == pytest.approx(expected_dcg([1, 3], 3))


@pytest.mark.hint("What does Python make of a negative number in a slice?")
def test_dcg_of_k_below_one():
    """With a k of 0 or below nothing is looked at, and the DCG is 0."""
    for k in (0, -1, -2, -9):
        assert dcg_with_base([2, 5, 4], k, 3) == 0


def test_dcg_of_an_empty_list():
    """An empty list has a DCG of 0."""
    assert dcg_with_base([], 3, 10) == 0


@pytest.mark.points(2)
@pytest.mark.hint("Work one list of three unequal grades out by hand and compare term by term.")
def test_dcg_of_many_lists():
    """dcg_with_base agrees with the formula for many lists, cuts and bases."""
    draw = random.Random(31)
    for length in range(1, 9):
        grades = [draw.randint(0, 4) for _ in range(length)]
        for base in (2, 3, 7, 1 + draw.random()):
            k = draw.randint(1, length)
            expected = expected_dcg(grades[:k], base)
            assert dcg_with_base(list(grades), k, base) == pytest.approx(expected)


@pytest.mark.hint("Every power of 1 is 1.")
def test_dcg_of_base_one():
    """A base of 1 is refused with a ValueError."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        dcg_with_base([1, 2], 2, 1)


@pytest.mark.points(2)
@pytest.mark.hint("Which sign has the logarithm of 2 to such a base?")
def test_dcg_of_bases_below_one():
    """A base below 1 is refused with a ValueError, also 0 and negative ones."""
    for base in (0.9, 0.1, 0, -1, -10):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            dcg_with_base([1, 2], 2, base)


@pytest.mark.hint("Does it depend on the list whether a base is allowed?")
def test_bad_base_without_results():
    """A bad base is refused where no result is looked at, too."""
    for rels, k in (([], 2), ([1, 2], 0)):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            dcg_with_base(rels, k, 1)


@pytest.mark.points(2)
@pytest.mark.hint("Which base stands above the line, and which below?")
def test_perfect_order():
    """A list in the best order scores 1.0 with every base."""
    for base in (1.5, 2, 3, 10, 50):
        assert ndcg_with_base([4, 2, 2, 1, 0], 5, base) == pytest.approx(1.0)


@pytest.mark.reveal("values")
def test_ndcg_by_hand():
    """ndcg_with_base([3, 2, 0, 0, 1], 5, 4) is 0.976239, as computed by hand in the lesson."""
    assert ndcg_with_base([3, 2, 0, 0, 1], 5, 4) == pytest.approx(0.976239, abs=1e-6)


@pytest.mark.points(2)
@pytest.mark.hint("Write down the factor of a base, above the line and below.")
def test_ndcg_is_the_same_with_every_base():
    """The NDCG of a list does not depend on the base."""
    found = [ndcg_with_base([0, 1, 4, 0, 2], 4, base) for base in (1 + 1e-10, 2, 3, 10, 100)]
    assert all(is_number(answer) for answer in found)
    assert found[0] > 0
    assert found == pytest.approx([found[0]] * len(found))


@pytest.mark.points(2)
@pytest.mark.hint("Which results may take part in the best possible first k: those seen, or all?")
def test_ideal_is_sorted_before_the_cut():
    """The ideal is the best of the whole list, not of the first k results only."""
    expected = expected_ndcg([1, 0, 0, 2, 4], 3)
    assert ndcg_with_base([1, 0, 0, 2, 4], 3, 10) == pytest.approx(expected)


@pytest.mark.hint("How many results are added up above the line, and how many below?")
def test_ideal_ends_at_the_cut():
    """A list in the best order scores 1.0 with every k, since the ideal ends at k too."""
    for k in (1, 2, 3):
        assert ndcg_with_base([5, 3, 2, 1], k, 2) == pytest.approx(1.0)


@pytest.mark.hint("What is the ideal DCG of such a list, and what may you not divide by?")
def test_nothing_relevant():
    """A list without any relevant result scores 0.0."""
    assert ndcg_with_base([0, 0, 0], 2, 3) == 0.0


def test_ndcg_of_nothing_looked_at():
    """An empty list scores 0.0, and so does any list with a k below 1."""
    for rels, k in (([], 3), ([2, 4], 0), ([2, 4], -1)):
        assert ndcg_with_base(rels, k, 3) == 0.0


def test_ndcg_of_small_fractions():
    """Small grades with a fraction are scored like whole ones, also tiny ones."""
    for grades in ([0.05, 0.0, 0.4, 1 / 7], [0.5e-11, 0.0, 4e-11, 2e-11]):
        expected = expected_ndcg(grades, 4)
        assert ndcg_with_base(grades, 4, 2) == pytest.approx(expected, abs=1e-12)


@pytest.mark.points(2)
@pytest.mark.hint("A number that cancels still has to be a base.")
def test_ndcg_of_a_bad_base():
    """ndcg_with_base refuses a base of 1 or below too, with or without relevant results."""
    for rels in ([1, 2], [0, 0], []):
        assert is_number(ndcg_with_base(rels, 2, 3))
        for base in (1, 0.5, -2):
            with pytest.raises(ValueError):  # noqa: PT011 - any words will do
                ndcg_with_base(rels, 2, base)


@pytest.mark.hint("Some ways of sorting make a new list, others rearrange the one they are given.")
def test_input_stays_as_it_was():
    """Neither function changes the list that it is given, also where it refuses the base."""
    grades = [1, 4, 0, 2]
    for k in (3, 9, 0, -2):
        first = [dcg_with_base(grades, k, 10), ndcg_with_base(grades, k, 10)]
        assert all(is_number(answer) for answer in first)
        assert grades == [1, 4, 0, 2]
        assert [dcg_with_base(grades, k, 10), ndcg_with_base(grades, k, 10)] == first
    for function in (dcg_with_base, ndcg_with_base):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            function(grades, 3, 1)
        assert grades == [1, 4, 0, 2]


@pytest.mark.points(2)
@pytest.mark.hint("Work short lists out by hand, with every k, until one differs from yours.")
def test_ndcg_of_many_lists():
    """ndcg_with_base agrees with the formula for many lists, bases and every k within them."""
    draw = random.Random(32)
    for length in range(1, 8):
        grades = [draw.randint(0, 4) for _ in range(length)] + [draw.randint(1, 4)]
        for k in range(1, length + 2):
            expected = expected_ndcg(grades, k)
            for base in (2, 1 + 9 * draw.random()):
                assert ndcg_with_base(list(grades), k, base) == pytest.approx(expected)
