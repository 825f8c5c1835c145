"""The hidden cases of compare_rankings, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import copy
import math
import random
from fractions import Fraction
from itertools import product

import pytest
from compare_rankings import agreement, kendall_tau, rank_biased_overlap


def above_and_below(scores):
    """Say of each two places, in both orders, whether the first is higher, lower or neither."""
    return [(x > y) - (x < y) for x, y in product(scores, repeat=2)]


def expected_tau(a, b):
    """Compute tau-b from all ordered pairs, in which each pair comes twice."""
    by_a, by_b = above_and_below(a), above_and_below(b)
    common = sum(x * y for x, y in zip(by_a, by_b, strict=True))
    return common / math.sqrt(sum(map(abs, by_a)) * sum(map(abs, by_b)))


def expected_agreement(first, second, depth):
    """Count exactly what is among the first names of both lists."""
    shared = [name for name in first[:depth] if name in second[:depth]]
    return Fraction(len(shared), depth)


def expected_rbo(first, second, p):
    """Compute the extrapolated RBO exactly, from the chance of getting to each depth."""
    p, reached, total, last = Fraction(p), Fraction(1), Fraction(0), Fraction(0)
    for depth in range(1, min(len(first), len(second)) + 1):
        last = expected_agreement(first, second, depth)
        total += reached * (1 - p) * last
        reached *= p
    return float(total + reached * last)


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_all_return_a_number():
    """All three functions return a number."""
    assert is_number(kendall_tau([2, 5, 3], [8, 1, 9]))
    assert is_number(agreement(["u", "v"], ["v", "w"], 2))
    assert is_number(rank_biased_overlap(["u", "v"], ["v", "w"], 0.25))


@pytest.mark.reveal("values")
def test_tau_of_the_lesson():
    """kendall_tau of the lesson's AP and P@5 is 0.547723."""
    value = kendall_tau([0.4, 0.3, 0.2, 0.1], [0.6, 0.8, 0.4, 0.4])
    assert value == pytest.approx(0.547723, abs=1e-6)


@pytest.mark.reveal("values")
def test_overlap_of_the_lesson():
    """The lesson's two pages with p = 0.5 have an RBO of 0.427083."""
    value = rank_biased_overlap(["d1", "d2", "d3", "d4"], ["d2", "d1", "d5", "d3"], 0.5)
    assert value == pytest.approx(0.427083, abs=1e-6)


def test_same_order():
    """Two lists in the same order have a tau of 1, whatever the scores are."""
    assert kendall_tau([5, 1, 9, 4], [50, 2, 51, 3]) == pytest.approx(1.0)
    assert kendall_tau([0.25, 0.75], [0.125, 8]) == pytest.approx(1.0)


@pytest.mark.hint("What does a discordant pair do to the number above the line?")
def test_opposite_order():
    """Two lists in opposite order have a tau of -1."""
    assert kendall_tau([6, 2, 9, 3], [1, 8, 0.5, 7]) == pytest.approx(-1.0)


def test_as_many_of_both_kinds():
    """With as many concordant as discordant pairs tau is 0, and no list is changed."""
    a, b = [4, 2, 3, 1], [2, 1, 4, 3]
    assert kendall_tau(a, b) == pytest.approx(0.0)
    assert (a, b) == ([4, 2, 3, 1], [2, 1, 4, 3])


@pytest.mark.points(2)
@pytest.mark.hint("Is every pair of items in your list of pairs, and each of them once?")
def test_every_pair_counts_once():
    """Each pair counts the same, whether the items stand side by side or far apart."""
    for a in ([2, 1, 3, 4, 5], [5, 2, 3, 4, 1], [3, 4, 5, 1, 2], [1, 2, 3, 5, 4]):
        expected = expected_tau(a, [1, 2, 3, 4, 5])
        assert kendall_tau(a, [1, 2, 3, 4, 5]) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("What does a tied pair add above the line, and what below it?")
def test_ties_in_one_list():
    """A pair that is tied in one list is neither concordant nor discordant."""
    for a, b in (
        ([1, 2, 3], [1, 1, 2]),
        ([4, 4, 1, 3], [9, 2, 6, 7]),
        ([2, 2, 2, 5], [1, 4, 2, 8]),
    ):
        expected = expected_tau(a, b)
        assert kendall_tau(a, b) == pytest.approx(expected)
        assert kendall_tau(b, a) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Count the untied pairs of each list for itself.")
def test_ties_in_both_lists():
    """Pairs may be tied in both lists, or in one and not in the other."""
    for a, b in (
        ([1, 1, 2, 3], [5, 5, 6, 4]),
        ([1, 1, 2, 2, 3], [7, 8, 8, 8, 2]),
        ([3, 0, 0, 0], [0, 0, 2, 2]),
    ):
        expected = expected_tau(a, b)
        assert kendall_tau(a, b) == pytest.approx(expected)


def test_same_ties():
    """Two lists with the same order and the same ties have a tau of 1."""
    assert kendall_tau([2, 2, 7, 0], [0.5, 0.5, 0.75, 0.25]) == pytest.approx(1.0)


@pytest.mark.hint("The smallest difference is an order.")
def test_near_ties_are_no_ties():
    """Two scores that are nearly equal are not tied."""
    near = [1, 1 + 1e-12, 1 - 1e-12]
    expected = expected_tau(near, [3, 1, 2])
    assert kendall_tau(near, [3, 1, 2]) == pytest.approx(expected)
    assert kendall_tau([3, 1, 2], near) == pytest.approx(expected)
    assert kendall_tau([1e-60, 0], [5, 4]) == pytest.approx(1.0)


def test_only_the_order_matters():
    """How far apart two scores are makes no difference to tau."""
    expected = expected_tau([1, 2, 3, 4], [2, 1, 4, 3])
    assert kendall_tau([1, 2, 3, 4], [-7, -9, 1000, 0]) == pytest.approx(expected)
    assert kendall_tau([0.1, 0.11, 12, 300], [2, 1, 4, 3]) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("In which cases would you have to divide by 0?")
def test_no_order():
    """If one list has no order, kendall_tau raises a ValueError."""
    for a, b in (([4, 4, 4], [1, 2, 3]), ([1, 2, 3], [0, 0, 0]), ([2, 2], [6, 6]), ([5], [8])):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            kendall_tau(a, b)


def test_no_items():
    """Two empty lists have no order either."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        kendall_tau([], [])


@pytest.mark.hint("Which item does the last score of the longer list belong to?")
def test_scores_of_other_items():
    """If one list is longer, kendall_tau raises a ValueError."""
    for a, b in (([1, 2, 3], [1, 2]), ([2, 1], [5, 6, 7]), ([], [1, 2])):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            kendall_tau(a, b)


@pytest.mark.points(2)
@pytest.mark.hint("A document is looked for among the first names, not at one place.")
def test_agreement_at_each_depth():
    """The agreement is the share of names that are among the first ones of both."""
    one, other = ["h", "e", "b", "g", "a"], ["e", "c", "h", "a", "g"]
    for depth in range(1, 6):
        expected = float(expected_agreement(one, other, depth))
        assert agreement(one, other, depth) == pytest.approx(expected)
        assert agreement(other, one, depth) == pytest.approx(expected)


def test_names_below_the_depth():
    """A name that stands below the depth in one of the lists is not shared."""
    assert agreement(["m", "n", "o"], ["x", "y", "m"], 2) == 0
    assert agreement(["x", "y", "m"], ["m", "n", "o"], 2) == 0
    assert agreement(["X", "y", "m"], ["m", "x", "Y"], 2) == 0


@pytest.mark.hint("Divided by what?")
def test_depth_beyond_a_list():
    """If a list is shorter than the depth, the count is still divided by the depth."""
    assert agreement(["q", "r"], ["r", "q", "s"], 3) == pytest.approx(2 / 3)
    assert agreement(["q"], ["q"], 4) == pytest.approx(0.25)
    assert agreement([], ["q", "r"], 2) == 0


@pytest.mark.hint("What does a negative number in a slice mean in Python?")
def test_depth_below_one():
    """With a depth of 0 or below the agreement is 0."""
    for depth in (0, -1, -2):
        assert agreement(["q", "r", "s"], ["q", "r", "t"], depth) == 0


@pytest.mark.points(2)
@pytest.mark.hint("How likely is it that a reader stops at this depth?")
def test_weight_of_each_depth():
    """A name that moves from one depth to the next changes RBO by the weight of that depth."""
    for at in range(4):
        other = [f"y{one}" for one in range(5)]
        other[at] = "shared"
        page = ["shared", "x1", "x2", "x3", "x4"]
        expected = expected_rbo(page, other, 0.625)
        assert rank_biased_overlap(page, other, 0.625) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("What do we assume about the results below the last depth?")
def test_below_the_lists():
    """Below the lists the agreement stays as it was at the last depth."""
    assert rank_biased_overlap(["k"], ["k"], 0.75) == pytest.approx(1.0)
    one, other = ["k", "m"], ["n", "k"]
    expected = 0.75 * 0.25 * 0.5 + 0.75**2 * 0.5
    assert rank_biased_overlap(one, other, 0.75) == pytest.approx(expected)
    one, other = [[f"{page}{number}" for number in range(150)] + ["last"] for page in "km"]
    expected = expected_rbo(one, other, 0.99)
    assert rank_biased_overlap(one, other, 0.99) == pytest.approx(expected)


def test_page_with_itself():
    """A page compared with itself has an RBO of 1, for every reader and length."""
    for length in (1, 3, 30):
        page = [f"n{one}" for one in range(length)]
        for p in (0.125, 0.5, 0.9375):
            assert rank_biased_overlap(page, list(page), p) == pytest.approx(1.0)


def test_nothing_in_common():
    """Two pages that share no document have an RBO of 0."""
    assert rank_biased_overlap(["f", "g"], ["s", "t"], 0.75) == 0
    assert rank_biased_overlap(["F", "g"], ["f", "G"], 0.75) == 0


def test_changes_at_the_top_cost_more():
    """Two documents that change places cost more at the top than further down."""
    page = ["a", "b", "c", "d", "e"]
    worth = []
    for upper in range(4):
        other = list(page)
        other[upper], other[upper + 1] = other[upper + 1], other[upper]
        worth.append(rank_biased_overlap(page, other, 0.6))
    assert worth[0] < worth[1] < worth[2] < worth[3] < 1


@pytest.mark.points(2)
@pytest.mark.hint("Which of the two lengths is the last depth?")
def test_pages_of_different_lengths():
    """If one page is longer, only as many of its results count as the other one has."""
    short, long = ["c", "a", "f"], ["a", "c", "b", "f", "d", "e"]
    expected = expected_rbo(short, long[:3], 0.7)
    assert rank_biased_overlap(short, long, 0.7) == pytest.approx(expected)
    assert rank_biased_overlap(long, short, 0.7) == pytest.approx(expected)


def test_empty_pages():
    """If a page is empty, or both are, RBO is 0."""
    for one, other in (([], []), (["s"], []), ([], ["s", "t"])):
        assert rank_biased_overlap(one, other, 0.875) == 0


@pytest.mark.hint("Which numbers does the lesson allow for p?")
def test_refuses_other_numbers():
    """rank_biased_overlap raises a ValueError for a p that is not between 0 and 1."""
    for p in (-0.5, 1.5, 0, 1):
        for page in (["s", "t"], []):
            with pytest.raises(ValueError):  # noqa: PT011 - any words will do
                rank_biased_overlap(page, ["t", "s"], p)


def test_numbers_near_the_ends():
    """A p that is nearly 0 or nearly 1 lies between them, and is allowed."""
    one, other = ["s", "t", "u", "v"], ["s", "w", "x", "y"]
    assert rank_biased_overlap(one, other, 1e-10) == pytest.approx(1.0)
    assert rank_biased_overlap(one, other, 1 - 1e-10) == pytest.approx(0.25)


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """None of the three numbers is rounded, nor what they are made from."""
    expected = expected_tau([3, 1, 2, 2], [1, 2, 3, 5])
    assert kendall_tau([3, 1, 2, 2], [1, 2, 3, 5]) == pytest.approx(expected, abs=1e-12)
    one, other = list("abcdefg"), list("bgahcie")
    for depth in (3, 7):
        share = float(expected_agreement(one, other, depth))
        assert agreement(one, other, depth) == pytest.approx(share, abs=1e-12)
    for p in (0.875, 1 / 3):
        rbo = expected_rbo(one, other, p)
        assert rank_biased_overlap(one, other, p) == pytest.approx(rbo, abs=1e-12)


@pytest.mark.hint("What does your code keep from one call to the next?")
def test_asked_again():
    """Each call is answered by itself: another list, depth or p, another answer."""
    for other in (["b", "a", "c"], ["c", "d", "a"]):
        for page in (["a", "b", "c"], ["d", "a", "b"]):
            for number in (1, 2):
                share = float(expected_agreement(page, other, number))
                assert agreement(page, other, number) == pytest.approx(share)
                rbo = expected_rbo(page, other, number / 4)
                assert rank_biased_overlap(page, other, number / 4) == pytest.approx(rbo)
    for a in ([1, 2, 4], [4, 2, 1]):
        for b in ([3, 5, 4], [2, 2, 1]):
            expected = expected_tau(a, b)
            assert kendall_tau(a, b) == pytest.approx(expected)


@pytest.mark.hint("Some ways of sorting make a new list; others change the list they get.")
def test_input_stays_as_it_was():
    """No list is changed, whatever its length, the depth and p: a second call agrees."""
    lists = ["w", "u", "v"], ["u", "x", "t", "w", "s"], [], ["z", "y"]
    before = copy.deepcopy(lists)
    for one, other in (lists[:2], lists[1:3], lists[3:1:-1], lists[2::-2], lists[3:0:-2]):
        for depth in (2, 9, 0):
            first = agreement(one, other, depth)
            assert lists == before
            assert agreement(one, other, depth) == first
        first = rank_biased_overlap(one, other, 0.4)
        assert lists == before
        assert rank_biased_overlap(one, other, 0.4) == first
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            rank_biased_overlap(one, other, 1)
        assert lists == before


def test_scores_stay_as_they_were():
    """No list of scores is changed, nor one that is refused."""
    lists = [3, 1, 2], [5, 9, 4], [7, 8], [2, 2, 2]
    before = copy.deepcopy(lists)
    first = kendall_tau(lists[0], lists[1])
    assert lists == before
    assert kendall_tau(lists[0], lists[1]) == first
    for one, other in ((0, 2), (2, 0), (0, 3), (3, 0)):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            kendall_tau(lists[one], lists[other])
        assert lists == before


@pytest.mark.points(2)
@pytest.mark.hint("Compute short lists by hand until one answer differs from yours.")
def test_many_scores():
    """kendall_tau agrees with the definition for many lists, with ties and without."""
    draw = random.Random(24)
    for length in (*range(3, 12), 150):
        for grades in (4, 100):
            a = [draw.randint(1, grades) for _ in range(length - 1)] + [0]
            b = [draw.randint(1, grades) for _ in range(length - 1)] + [0]
            expected = expected_tau(a, b)
            assert kendall_tau(a, b) == pytest.approx(expected, abs=1e-12)


@pytest.mark.points(2)
@pytest.mark.hint("Make a table of depth, shared names and agreement for a short page.")
def test_many_pages():
    """RBO and agreement agree with their definitions for many pages and readers."""
    draw = random.Random(25)
    for length in (*range(1, 11), 150):
        names = [f"n{one}" for one in range(length + 3)]
        one, other = draw.sample(names, length), draw.sample(names, draw.randint(1, length + 3))
        p = draw.randint(2, 14) / 16
        rbo = expected_rbo(one, other, p)
        share = float(expected_agreement(one, other, length))
        assert rank_biased_overlap(one, other, p) == pytest.approx(rbo)
        assert agreement(one, other, length) == pytest.approx(share)
