"""The hidden cases of expected_reciprocal_rank, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import random
from fractions import Fraction
from itertools import pairwise
from math import prod

import pytest
from expected_reciprocal_rank import expected_reciprocal_rank, stop_probability


def satisfied(grade, max_grade):
    """Compute exactly how likely a result with a whole grade satisfies the reader."""
    return Fraction(2**grade - 1, 2**max_grade)


def expected_err(grades, max_grade):
    """Compute ERR as it is defined, with one product for each position."""
    chances = [satisfied(grade, max_grade) for grade in grades]
    stops = [chance * prod(1 - one for one in chances[:i]) for i, chance in enumerate(chances)]
    return float(sum(stop / (i + 1) for i, stop in enumerate(stops)))


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_probability_is_a_number():
    """stop_probability returns a number."""
    assert is_number(stop_probability(1, 5))


def test_score_is_a_number():
    """expected_reciprocal_rank returns a number."""
    assert is_number(expected_reciprocal_rank([1, 0], 5))


@pytest.mark.reveal("values")
def test_list_of_the_lesson():
    """expected_reciprocal_rank([3, 2, 0, 0, 1], 3) is 0.900391, as computed by hand."""
    assert expected_reciprocal_rank([3, 2, 0, 0, 1], 3) == pytest.approx(0.900391, abs=1e-6)


@pytest.mark.points(2)
@pytest.mark.hint("What stands above the line of the fraction, and what below?")
def test_probabilities_of_all_grades():
    """Every grade of every scale satisfies with the probability of the definition."""
    for max_grade in range(1, 7):
        for grade in range(max_grade + 1):
            expected = float(satisfied(grade, max_grade))
            assert stop_probability(grade, max_grade) == pytest.approx(expected)


def test_irrelevant_satisfies_nobody():
    """An irrelevant result satisfies no reader, on any scale."""
    for max_grade in (1, 2, 6, 10):
        assert stop_probability(0, max_grade) == 0


@pytest.mark.hint("By which number is the gain divided?")
def test_perfect_does_not_satisfy_everybody():
    """A perfect result leaves some readers unsatisfied, more of them on a short scale."""
    assert stop_probability(1, 1) < stop_probability(2, 2) < stop_probability(5, 5) < 1


def test_grades_with_a_fraction():
    """A grade with a fraction satisfies more than the whole one below it."""
    assert stop_probability(1.5, 3) == pytest.approx((2**1.5 - 1) / 8)
    stops = (2 ** (1 / 3) - 1) / 8
    assert stop_probability(1 / 3, 3) == pytest.approx(stops, abs=1e-12)
    expected = stops + (1 - stops) * 3 / 8 / 2
    assert expected_reciprocal_rank([1 / 3, 2], 3) == pytest.approx(expected, abs=1e-12)


@pytest.mark.hint("What does the lesson say about a grade that is not on the scale?")
def test_grade_above_the_scale():
    """A grade above the scale raises a ValueError."""
    for grade, max_grade in ((2, 1), (5, 4), (3.5, 3), (3 + 1e-10, 3)):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            stop_probability(grade, max_grade)


@pytest.mark.hint("What does the lesson say about a grade that is not on the scale?")
def test_grade_below_the_scale():
    """A negative grade raises a ValueError."""
    for grade in (-1, -0.5, -1e-10):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            stop_probability(grade, 2)


def test_list_with_a_grade_outside():
    """A list with a grade outside of its scale raises a ValueError, wherever that grade stands."""
    for grades in ([3, 0], [0, 1, 3], [2, -1]):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            expected_reciprocal_rank(grades, 2)


@pytest.mark.hint("Compare the table in the lesson with yours, column by column.")
def test_one_relevant_result():
    """One relevant result adds its probability divided by its position."""
    for above in (*range(7), 299):
        expected = float(satisfied(2, 4) / (above + 1))
        assert expected_reciprocal_rank([0] * above + [2], 4) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("How many of 1000 readers get to the second result?")
def test_two_relevant_results():
    """Only readers whom the first result did not satisfy see the second one."""
    for grades in ([1, 1], [2, 1], [1, 2], [4, 4]):
        expected = expected_err(grades, 4)
        assert expected_reciprocal_rank(list(grades), 4) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Who gets to the third result was not satisfied by the first, nor by the second.")
def test_three_relevant_results():
    """All results above a position decide how many readers get there."""
    for grades in ([2, 0, 2], [1, 2, 1], [2, 2, 2]):
        expected = expected_err(grades, 2)
        assert expected_reciprocal_rank(list(grades), 2) == pytest.approx(expected)


def test_best_first():
    """The better the results at the top, the higher the score."""
    orders = ([4, 2, 1], [4, 1, 2], [2, 4, 1], [2, 1, 4], [1, 2, 4])
    scores = [expected_reciprocal_rank(list(grades), 4) for grades in orders]
    assert min(better - worse for better, worse in pairwise(scores)) > 0


@pytest.mark.hint("What is the highest grade that anybody could have given?")
def test_scale_is_the_callers():
    """The same list is worth less on a longer scale."""
    for max_grade in (2, 4, 7):
        expected = expected_err([2, 1, 2], max_grade)
        assert expected_reciprocal_rank([2, 1, 2], max_grade) == pytest.approx(expected)


def test_irrelevant_results_at_the_end():
    """Irrelevant results at the end change nothing."""
    expected = expected_err([1, 3], 3)
    for below in ([], [0], [0, 0, 0, 0]):
        assert expected_reciprocal_rank([1, 3, *below], 3) == pytest.approx(expected)


def test_never_one():
    """Not even a list of perfect results alone scores 1."""
    assert 0.7 < expected_reciprocal_rank([2] * 9, 2) < 1


def test_yes_and_no():
    """On a scale from 0 to 1 each relevant result satisfies half of its readers."""
    expected = 0.5 / 2 + 0.25 / 3 + 0.125 / 6
    assert expected_reciprocal_rank([0, 1, 1, 0, 0, 1], 1) == pytest.approx(expected)


def test_nothing_relevant():
    """A list without any relevant result scores 0."""
    assert expected_reciprocal_rank([0, 0, 0, 0], 3) == 0


def test_empty_list():
    """An empty list scores 0."""
    assert expected_reciprocal_rank([], 4) == 0


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """Neither number is rounded."""
    expected = expected_err([1, 0, 3, 2], 5)
    assert stop_probability(1, 9) == pytest.approx(1 / 512, abs=1e-12)
    assert expected_reciprocal_rank([1, 0, 3, 2], 5) == pytest.approx(expected, abs=1e-12)


@pytest.mark.hint("Does your code change a list? Print it before and after the call.")
def test_input_stays_as_it_was():
    """The list does not change, also if a grade is refused: a second call agrees."""
    grades = [1, 4, 0, 2]
    for max_grade in (4, 9):
        first = expected_reciprocal_rank(grades, max_grade)
        assert grades == [1, 4, 0, 2]
        assert expected_reciprocal_rank(grades, max_grade) == first
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        expected_reciprocal_rank(grades, 3)
    assert grades == [1, 4, 0, 2]


@pytest.mark.points(2)
@pytest.mark.hint("Work short lists out by hand, as the table of the lesson does.")
def test_many_lists():
    """expected_reciprocal_rank agrees with the definition for many lists and scales."""
    draw = random.Random(13)
    for length in range(1, 13):
        max_grade = draw.randint(1, 5)
        grades = [draw.randint(0, max_grade) for _ in range(length)]
        expected = expected_err(grades, max_grade)
        assert expected_reciprocal_rank(list(grades), max_grade) == pytest.approx(expected)
