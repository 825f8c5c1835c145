"""The hidden cases of compare_systems, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import random
from fractions import Fraction
from itertools import product

import pytest
from compare_systems import is_noise, mean_difference, randomization_test


def exact_p(differences):
    """Find the p-value of a few differences, given in hundredths, by trying all signs."""
    ways = list(product((1, -1), repeat=len(differences)))
    sums = [sum(s * d for s, d in zip(signs, differences, strict=True)) for signs in ways]
    return sum(abs(one) >= abs(sum(differences)) for one in sums) / len(ways)


def drawn_p(differences, trials, seed):
    """Find the p-value of differences in hundredths with the tosses that the lesson asks for."""
    rng = random.Random(seed)
    count = 1
    for _ in range(trials):
        total = sum(d * (1 if rng.random() < 0.5 else -1) for d in differences)
        count += abs(total) >= abs(sum(differences))
    return count / (trials + 1)


def systems(*differences):
    """Make the scores of two systems that differ by so many hundredths on each query."""
    b = [Fraction(40 + number % 7, 100) for number in range(len(differences))]
    a = [score + Fraction(one, 100) for score, one in zip(b, differences, strict=True)]
    return [float(score) for score in a], [float(score) for score in b]


def test_all_three_return_values():
    """Two functions return a number, and the third one True or False."""
    a, b = systems(10, -20, 30)
    for answer in (mean_difference(a, b), randomization_test(a, b, 9, 3)):
        assert isinstance(answer, (int, float))
        assert not isinstance(answer, bool)
    assert isinstance(is_noise(0.4), bool)


@pytest.mark.reveal("values")
def test_mean_of_the_lesson():
    """The mean difference of the four queries is 0.15, as computed by hand in the lesson."""
    assert mean_difference([0.9, 0.8, 0.7, 0.5], [0.5, 0.7, 0.5, 0.6]) == pytest.approx(0.15)


def test_one_query():
    """With one query the mean difference is its difference, and is not rounded."""
    assert mean_difference(*systems(27)) == pytest.approx(0.27)
    assert mean_difference([2 / 3], [1 / 7]) == pytest.approx(11 / 21, abs=1e-12)


@pytest.mark.hint("Which of the two systems does a positive difference speak for?")
def test_sign_of_the_mean():
    """The mean difference is negative where B is better, and zero where they balance."""
    assert mean_difference(*systems(-30, 10, -10)) == pytest.approx(-0.1)
    assert mean_difference(*systems(15, -25, 10)) == pytest.approx(0.0)


@pytest.mark.hint("By what number is the sum divided?")
def test_queries_without_a_difference():
    """A query on which both score alike counts in the mean."""
    assert mean_difference(*systems(0, 30, 0, 0, 0)) == pytest.approx(0.06)
    assert mean_difference(*systems(*[0] * 299, 30)) == pytest.approx(0.001)


@pytest.mark.points(2)
@pytest.mark.hint("What does zip do when one of two lists is shorter?")
def test_not_the_same_queries():
    """Two systems with different numbers of scores cannot be compared."""
    a, b = systems(10, 20, 30)
    for left, right in ((a[:2], b), (a, b[:1]), (a, []), ([], b)):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            mean_difference(left, right)
        with pytest.raises(ValueError):  # noqa: PT011
            randomization_test(left, right, 9, 1)


@pytest.mark.hint("What would your code divide by, and which error should the caller get instead?")
def test_no_queries():
    """Without any query there is nothing to compare."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        mean_difference([], [])
    with pytest.raises(ValueError):  # noqa: PT011
        randomization_test([], [], 9, 1)


@pytest.mark.points(2)
@pytest.mark.hint("Is a distance of 0 at least as large as an observed distance of 0?")
def test_same_scores_everywhere():
    """Two systems that score alike on every query have a p of 1.0."""
    a, b = systems(0, 0, 0, 0)
    assert randomization_test(a, b, 50, 2) == pytest.approx(1.0)


@pytest.mark.hint("With one query there are two ways, and both lie equally far from 0.")
def test_p_of_one_query():
    """With a single query p is 1.0, however large the difference."""
    a, b = systems(55)
    assert randomization_test(a, b, 40, 6) == pytest.approx(1.0)


@pytest.mark.points(2)
@pytest.mark.hint("Which way of setting the signs do you know without any trial?")
def test_p_is_never_zero():
    """Where no trial reaches the observed difference, p is 1 / (trials + 1)."""
    differences = [20] * 40
    assert drawn_p(differences, 99, 4) == 0.01
    a, b = systems(*differences)
    assert randomization_test(a, b, 99, 4) == pytest.approx(0.01)
    assert randomization_test(a, b, 24, 4) == pytest.approx(0.04)


@pytest.mark.points(2)
@pytest.mark.hint("A difference in favour of the other side is just as far from 0.")
def test_both_sides_count():
    """p is the same when the systems are exchanged, and counts trials on both sides."""
    expected = drawn_p([30, 10, 20, -5, 15], 400, 8)
    a, b = systems(30, 10, 20, -5, 15)
    assert randomization_test(a, b, 400, 8) == pytest.approx(expected)
    assert randomization_test(b, a, 400, 8) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Compare two ways of adding up the same fractions with == in Python.")
def test_equal_on_paper():
    """A trial that is as far from 0 as the observed mean on paper counts."""
    for differences in ([40, 10, 20, -10], [10, 20, -30, 60], [30, 30, 10, -10, 20]):
        expected = drawn_p(differences, 500, 12)
        a, b = systems(*differences)
        assert randomization_test(a, b, 500, 12) == pytest.approx(expected)


@pytest.mark.hint("How close may two numbers be and still count as different?")
def test_nearly_equal_is_not_equal():
    """A trial that lies nearer to 0 than the observed mean does not count, however little."""
    expected = drawn_p([2 * 10**9, 1], 100, 7)
    p = randomization_test([0.2, 1e-10], [0.0, 0.0], 100, 7)
    assert p == pytest.approx(expected, abs=1e-12)


def test_small_differences():
    """Differences that are all a hundred times smaller have the same p."""
    large = [one / 100 for one in (35, -15, 20, 25, 5, 10)]
    small = [one / 10000 for one in (35, -15, 20, 25, 5, 10)]
    p = randomization_test(large, [0.0] * 6, 300, 5)
    assert randomization_test(small, [0.0] * 6, 300, 5) == pytest.approx(p)


@pytest.mark.hint("For which queries is a coin tossed in each trial?")
def test_no_difference_gets_a_toss():
    """A query on which both score alike gets a toss like any other."""
    for differences in ([25, 0, 15, 0, 0, -10, 20], [0] * 150 + [25, 15, -10, 20]):
        expected = drawn_p(differences, 350, 9)
        a, b = systems(*differences)
        assert randomization_test(a, b, 350, 9) == pytest.approx(expected)


@pytest.mark.hint("Where does your generator begin, and how often is it made?")
def test_same_seed_same_p():
    """The same seed gives the same p again, whatever was drawn in between."""
    a, b = systems(12, -7, 31, 4, -15, 22, 9, -3)
    first = randomization_test(a, b, 700, 21)
    random.random()
    randomization_test(b, a, 11, 99)
    assert randomization_test(a, b, 700, 21) == first


@pytest.mark.hint("Where in your function does the seed make a difference?")
def test_other_seeds():
    """Each seed gives the p of its own tosses."""
    a, b = systems(12, -7, 31, 4, -15, 22, 9, -3)
    found = {randomization_test(a, b, 150, seed) for seed in range(6)}
    assert len(found) > 1


@pytest.mark.points(2)
@pytest.mark.hint("Try all ways of four queries by hand, and print what your trials give.")
def test_close_to_all_ways():
    """With many trials p comes close to the share found by trying all ways."""
    for differences in ([8, 16, -4, 2], [5, 9, 7, 11, -2, 6], [20, -18, 15, -9, 3]):
        expected = exact_p(differences)
        a, b = systems(*differences)
        assert randomization_test(a, b, 3000, 14) == pytest.approx(expected, abs=0.04)


@pytest.mark.points(2)
@pytest.mark.hint("Which scores does the lesson pair with each other?")
def test_hard_and_easy_queries():
    """How hard the queries are makes no difference, only what the systems differ by."""
    found = []
    for b in ([0.1, 0.9, 0.2, 0.8, 0.05, 0.85, 0.5, 0.3], [0.5] * 8):
        a = [score + one / 100 for score, one in zip(b, (4, 6, -5, 7, 3, 5, 6, 4), strict=True)]
        found.append(randomization_test(a, b, 250, 3))
    assert found[0] == pytest.approx(found[1])


def test_few_trials():
    """With a single trial p is 1.0 or one half."""
    a, b = systems(10, 20, 30, 40, 50, 60)
    for seed in range(6):
        assert randomization_test(a, b, 1, seed) in (0.5, 1.0)


def test_noise_above_the_border():
    """A p above 0.05 is noise, and a smaller one is not."""
    assert [is_noise(p) for p in (0.9, 0.051, 0.049, 0.002)] == [True, True, False, False]
    assert is_noise(0.05 + 1e-10) is True


@pytest.mark.hint("Read the row about the border once more.")
def test_p_on_the_border():
    """A p of exactly alpha is not noise."""
    assert is_noise(0.05) is False
    assert is_noise(0.25, 0.25) is False


@pytest.mark.hint("Who decides where the border is?")
def test_border_of_the_caller():
    """The caller may choose another border."""
    assert is_noise(0.03, 0.01) is True
    assert is_noise(0.03) is False
    assert is_noise(0.08, 0.1) is False


def test_input_stays_as_it_was():
    """The scores of both systems stay as they were, also where they cannot be compared."""
    a, b = systems(10, -30, 25)
    before = ([*a], [*b])
    mean_difference(a, b)
    for seed in (1, 0):
        randomization_test(a, b, 30, seed)
        assert (a, b) == before
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        mean_difference(a, b[:2])
    with pytest.raises(ValueError):  # noqa: PT011
        randomization_test(a, b[:2], 30, 1)
    assert (a, b) == before


@pytest.mark.hint("What does your code keep from one call to the next?")
def test_asked_again():
    """Each call is answered by itself, for another system to compare with."""
    a = [0.5, 0.25, 0.75, 0.5]
    for differences in ([25, 0, 50, -25], [10, 20, 5, 10]):
        b = [score - one / 100 for score, one in zip(a, differences, strict=True)]
        expected = drawn_p(differences, 60, 2)
        assert mean_difference(a, b) == pytest.approx(sum(differences) / 400)
        assert randomization_test(a, b, 60, 2) == pytest.approx(expected, abs=1e-12)


@pytest.mark.points(2)
@pytest.mark.hint("Follow two trials of three queries by hand, toss by toss.")
def test_many_comparisons():
    """The mean difference and p agree with the definition for many pairs of systems."""
    draw = random.Random(16)
    for seed in range(12):
        differences = [draw.randint(-30, 35) for _ in range(draw.randint(2, 15))]
        expected = drawn_p(differences, 120, seed)
        mean = sum(differences) / len(differences) / 100
        a, b = systems(*differences)
        assert mean_difference(a, b) == pytest.approx(mean)
        assert randomization_test(a, b, 120, seed) == pytest.approx(expected)
