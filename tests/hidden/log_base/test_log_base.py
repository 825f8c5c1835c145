"""The hidden cases of log_base, from simple to hard.

Which list is ahead is computed here, from grades that have crossed as plain numbers.
"""

import math
import random

import pytest
from lists import dcg, is_number
from log_base import divisors_at_first, divisors_today, two_lists


def today(n, base):
    """Compute the divisors of today's formula: a logarithm is a quotient of two natural ones."""
    return [math.log(i + 1) / math.log(base) for i in range(1, n + 1)]


def at_first(n, base):
    """Compute the divisors of the first formula."""
    return [1 if i < base else math.log(i) / math.log(base) for i in range(1, n + 1)]


def prove(pair, one, other):
    """Claim that a pair has one grade for each divisor, and changes its order."""
    assert isinstance(pair, (tuple, list))
    assert len(pair) == 2
    for grades in pair:
        assert isinstance(grades, (list, tuple))
        assert len(grades) == len(one)
        assert all(is_number(grade) and grade >= 0 for grade in grades)
    a, b = pair
    assert dcg(a, one) > dcg(b, one)
    assert dcg(b, other) > dcg(a, other)


@pytest.mark.reveal("values")
def test_today_by_hand():
    """divisors_today(3, 4) gives the first three divisors that the lesson prints for base 4."""
    assert divisors_today(3, 4) == pytest.approx([0.5, 0.792481, 1.0], abs=1e-6)


@pytest.mark.hint("The base to the power of what is 2?")
def test_today_at_the_first_position():
    """With today's formula, the first divisor is the logarithm of 2 to the base."""
    assert divisors_today(1, 4) == pytest.approx([0.5])
    assert divisors_today(1, 16) == pytest.approx([0.25])


@pytest.mark.points(2)
@pytest.mark.hint("Compute the table of the lesson row by row, and compare the last row too.")
def test_today_for_many_bases():
    """divisors_today agrees with the formula for many bases, also with fractions."""
    for base in (1.25, 2, math.e, 10, 1024):
        assert divisors_today(7, base) == pytest.approx(today(7, base), abs=1e-11)
    assert divisors_today(7, 1 + 1e-10) == pytest.approx(today(7, 1 + 1e-10))


@pytest.mark.reveal("values")
@pytest.mark.hint("Which positions are smaller than the base?")
def test_first_by_hand():
    """divisors_at_first(5, 10) discounts nothing: all five positions are before position 10."""
    assert divisors_at_first(5, 10) == pytest.approx([1, 1, 1, 1, 1], abs=1e-6)


@pytest.mark.points(2)
@pytest.mark.hint("At which position does the first formula begin to use the logarithm?")
def test_first_around_the_base():
    """The first formula uses the logarithm of the position, from the position of the base on."""
    for base in (2, 3, 5):
        assert divisors_at_first(8, base) == pytest.approx(at_first(8, base), abs=1e-11)


def test_first_for_a_base_with_a_fraction():
    """The first formula works for a base that is not a whole number."""
    for base in (1.5, math.e, 4.75):
        assert divisors_at_first(6, base) == pytest.approx(at_first(6, base), abs=1e-11)
    assert divisors_at_first(6, 1 + 1e-10) == pytest.approx(at_first(6, 1 + 1e-10))


def test_number_of_divisors():
    """Both functions give a list of n divisors, and an empty one for n below 1."""
    for function in (divisors_today, divisors_at_first):
        for n in (300, 12, 1, 0, -1, -3):
            found = function(n, 3)
            assert isinstance(found, list)
            assert len(found) == max(n, 0)


@pytest.mark.points(2)
@pytest.mark.hint("Which bases does the lesson allow?")
def test_today_refuses_a_bad_base():
    """divisors_today refuses a base of 1 or below with a ValueError."""
    assert divisors_today(1, 2) == pytest.approx([1.0])
    for base in (1, 0.9, 0.1, 0, -1, -10):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            divisors_today(3, base)


@pytest.mark.points(2)
@pytest.mark.hint("Does the first formula have a meaning for such a base?")
def test_first_refuses_a_bad_base():
    """divisors_at_first refuses a base of 1 or below with a ValueError."""
    assert divisors_at_first(1, 2) == pytest.approx([1.0])
    for base in (1, 0.9, 0.1, 0, -1, -10):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            divisors_at_first(3, base)


@pytest.mark.hint("Does it depend on n whether a base is allowed?")
def test_bad_base_without_positions():
    """Both functions refuse a bad base also where n is 0."""
    for function in (divisors_today, divisors_at_first):
        assert function(0, 2) == []
        for base in (1, 0.5):
            with pytest.raises(ValueError):  # noqa: PT011 - any words will do
                function(0, base)


@pytest.mark.points(2)
@pytest.mark.reveal("values")
@pytest.mark.hint("Compute the DCG of both of your lists with both rows of divisors.")
def test_proof_by_hand():
    """two_lists finds lists for the divisors [1, 1, 1] and [1, 1, 1.584963], as in the lesson."""
    prove(two_lists([1, 1, 1], [1, 1, 1.584963]), [1, 1, 1], [1, 1, 1.584963])


@pytest.mark.points(2)
@pytest.mark.hint("Which of your two lists has the higher DCG with the divisors of the first list?")
def test_proof_the_other_way_round():
    """two_lists finds lists also where the two rows of divisors change places."""
    prove(two_lists([1, 1, 1.5], [1, 1, 1]), [1, 1, 1.5], [1, 1, 1])
    prove(two_lists([2, 3], [3, 2]), [2, 3], [3, 2])
    prove(two_lists([3, 2], [2, 3]), [3, 2], [2, 3])


@pytest.mark.points(2)
@pytest.mark.hint("Is one row of divisors the other one multiplied by a number?")
def test_no_proof_for_stretched_divisors():
    """two_lists gives None where one row of divisors is a multiple of the other."""
    for factor in (0.5, 1, 3):
        divisors = [1, 2, 2.5, 4]
        assert two_lists(divisors, [factor * each for each in divisors]) is None
    prove(two_lists([1, 2], [2, 5]), [1, 2], [2, 5])


@pytest.mark.points(2)
@pytest.mark.hint("Are two ratios different if only their last digits differ?")
def test_no_proof_for_another_base_today():
    """two_lists gives None where only the last digits differ, as for today's formula."""
    for one, other in ((2, 10), (10, 2), (1.5, math.e), (3, 7)):
        assert two_lists(today(9, one), today(9, other)) is None
    assert two_lists([1.0, 1.5, 2.0], [1.0, 1.5 + 1e-11, 2.0]) is None
    prove(two_lists(at_first(9, 2), at_first(9, 3)), at_first(9, 2), at_first(9, 3))


@pytest.mark.points(2)
@pytest.mark.hint("Do you look at every two positions?")
def test_proof_at_any_two_positions():
    """two_lists finds lists wherever the only position lies that makes a difference."""
    for place, length in (*((place, 6) for place in range(6)), (119, 120)):
        for divisor in (0.75, 1.25):
            one, other = [1.0] * length, [1.0] * length
            other[place] = divisor
            prove(two_lists(list(one), list(other)), one, other)
            prove(two_lists(list(other), list(one)), other, one)


@pytest.mark.points(2)
@pytest.mark.hint("Your grades need not be whole numbers. Between which two ratios must they lie?")
def test_proof_for_divisors_that_hardly_differ():
    """two_lists finds lists also where the divisors are nearly the same."""
    for difference in (1e-2, 1e-4, 1e-7, 2e-8):
        one, other = [1.0, 1.5, 2.0], [1.0, 1.5 + difference, 2.0]
        prove(two_lists(list(one), list(other)), one, other)


def test_proof_for_large_and_small_divisors():
    """two_lists compares ratios, not differences: large and tiny divisors work too."""
    rows = [([1e6, 2e6], [1e6, 3e6]), ([1e-11, 2e-11], [1e-11, 3e-11]), ([1, 3e10], [1, 1e10])]
    for one, other in rows:
        prove(two_lists(list(one), list(other)), one, other)
    assert two_lists([1.0, 2.0], [1e6, 2e6]) is None
    assert two_lists([1.0, 2.0], [1e-11, 2e-11]) is None


@pytest.mark.hint("How many positions do you need to put two lists in an order?")
def test_too_few_positions():
    """With one position, or none, no order can change: two_lists gives None."""
    assert two_lists([], []) is None
    assert two_lists([1.0], [2.5]) is None
    prove(two_lists([1.0, 1.0], [2.5, 1.0]), [1.0, 1.0], [2.5, 1.0])


@pytest.mark.points(2)
def test_many_proofs():
    """two_lists finds a proof for many rows of divisors drawn at random."""
    draw = random.Random(31)
    for length in range(2, 12):
        one = [1 + draw.random() for _ in range(length)]
        other = [1 + draw.random() for _ in range(length)]
        prove(two_lists(list(one), list(other)), one, other)


@pytest.mark.points(2)
def test_both_formulas_together():
    """The first formula and today's formula put some lists in different orders."""
    for base in (2, 3, 10):
        one, other = at_first(6, base), today(6, base)
        prove(two_lists(list(one), list(other)), one, other)


@pytest.mark.hint("Which lists does your function write into?")
def test_input_stays_as_it_was():
    """two_lists does not change the lists that it is given."""
    for one, other in (([1, 1, 2], [1, 2, 1]), ([2, 1], [2, 1]), ([3], [4]), ([], [])):
        before = list(one), list(other)
        two_lists(one, other)
        assert (one, other) == before
    prove(two_lists([1, 1, 2], [1, 2, 1]), [1, 1, 2], [1, 2, 1])
