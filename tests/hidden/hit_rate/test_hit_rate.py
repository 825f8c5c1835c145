"""The hidden cases of hit_rate, from simple to hard.

Expected values are computed here, before the call; which of two recommenders is ahead is computed
here too, from ranks that have crossed as plain numbers.
"""

import random
from fractions import Fraction
from itertools import combinations

import pytest
from hit_rate import held_out_rank, hit_rate, misleading_pair, sampled_hit_rate
from pairs import CHANGES, chance, who_is_ahead

EVERY = ["a", "b", "c", "d", "e", "f"]


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def counted(rank, k, items, negatives):
    """Count the samples in which the held-out item is among the first k, one by one."""
    others = [place for place in range(1, items + 1) if place != rank]
    samples = list(combinations(others, negatives))
    hits = sum(sum(place < rank for place in sample) < k for sample in samples)
    return Fraction(hits, len(samples))


def expected_sampled(ranks, k, items, negatives):
    """Compute the expected sampled hit rate."""
    return float(sum(chance(rank, k, items, negatives) for rank in ranks) / len(ranks))


def prove(pair, items, negatives, k):
    """Claim that a pair holds ranks of as many people on both sides, and changes places."""
    assert isinstance(pair, (tuple, list))
    assert len(pair) == 2
    for ranks in pair:
        assert isinstance(ranks, (list, tuple))
        assert all(isinstance(rank, int) and 1 <= rank <= items for rank in ranks)
    a, b = pair
    assert len(a) == len(b) >= 1
    assert who_is_ahead(pair, items, negatives, k) == CHANGES


def test_numbers_come_back():
    """The rank and both hit rates are numbers."""
    assert is_number(held_out_rank(["b", "a"], "a", []))
    assert is_number(hit_rate([1, 2], 1))
    assert is_number(sampled_hit_rate([1, 2], 1, 3, 1))


@pytest.mark.reveal("values")
def test_rank_by_hand():
    """In the ranking of the lesson, the held-out item has the rank 3."""
    films = ["jaws", "heat", "fargo", "alien", "up"]
    assert held_out_rank(films, "alien", ["heat", "up"]) == 3


@pytest.mark.points(2)
@pytest.mark.hint("At which position is the first item of a list?")
def test_rank_without_known_items():
    """If the person knows nothing, the rank is the position in the ranking."""
    for position, item in enumerate(EVERY, start=1):
        assert held_out_rank(list(EVERY), item, []) == position
    assert held_out_rank([f"n{number}" for number in range(300)], "n299", []) == 300


@pytest.mark.points(2)
@pytest.mark.hint("Which of the known items push the held-out one down?")
def test_known_items_above_and_below():
    """Known items above the held-out item do not count, and those below change nothing."""
    assert held_out_rank(list(EVERY), "d", ["a"]) == 3
    assert held_out_rank(list(EVERY), "d", ["f", "e"]) == 4
    assert held_out_rank(list(EVERY), "d", ["e", "c", "a", "b"]) == 1
    assert held_out_rank(list(EVERY), "f", ["b", "e"]) == 4
    many = [f"n{number}" for number in range(300)]
    assert held_out_rank(many, "n299", many[:150]) == 150


def test_known_items_that_are_not_ranked():
    """A known item that is not in the ranking changes nothing."""
    assert held_out_rank(["c", "b", "a"], "a", ["z", "y"]) == 3
    assert held_out_rank(["c", "b", "a"], "a", ["z", "c"]) == 2
    assert held_out_rank(["c", "b", "a"], "a", ["C", "B"]) == 3


@pytest.mark.points(2)
@pytest.mark.hint("What does your code do if it has looked through the whole ranking?")
def test_held_out_item_is_missing():
    """If the held-out item is not in the ranking, there is no rank: None."""
    assert held_out_rank(["b", "c"], "a", []) is None
    assert held_out_rank(["b", "c"], "a", ["b"]) is None
    assert held_out_rank([], "a", ["b"]) is None
    assert held_out_rank(["b", "A"], "a", []) is None
    assert held_out_rank(["b", "a"], "a", ["b"]) == 1


def test_items_may_be_numbers():
    """Items may be numbers, and a large one is not an index."""
    assert held_out_rank([907, 0, 415, 3], 3, [0]) == 3
    assert held_out_rank([907, 0, 415, 3], 0, [907]) == 1


@pytest.mark.reveal("values")
def test_hit_rate_by_hand():
    """Of the four people of the lesson, two have a hit at 5."""
    assert hit_rate([1, 4, 12, None], 5) == pytest.approx(0.5)


@pytest.mark.points(2)
@pytest.mark.hint("Does a rank of exactly k count?")
def test_rank_of_exactly_k():
    """A rank of exactly k is a hit, and one of k + 1 is a miss."""
    for k in (1, 2, 10):
        assert hit_rate([k], k) == 1
        assert hit_rate([k + 1], k) == 0
        assert hit_rate([k, k + 1, k, k], k) == pytest.approx(0.75)


@pytest.mark.points(2)
@pytest.mark.hint("Is a person whose item was not found still a person?")
def test_people_without_a_rank():
    """A person without a rank is a miss, and stays in the mean."""
    assert hit_rate([None, 2, None, 3, 2], 2) == pytest.approx(0.4)
    assert hit_rate([None, None], 100) == 0
    assert hit_rate([None] * 299 + [2], 2) == pytest.approx(1 / 300)
    assert hit_rate([None, 7, 7], 7) == pytest.approx(2 / 3)


def test_hits_count_alike():
    """A hit at rank 1 counts like one at rank k."""
    assert hit_rate([1, 9, 30], 9) == pytest.approx(2 / 3)
    assert hit_rate([8, 9, 30], 9) == pytest.approx(2 / 3)
    assert hit_rate([12, 250, 251, 40], 250) == pytest.approx(0.75)


def test_hit_rate_looks_at_no_result():
    """If k is 0 or negative, there are no hits."""
    for k in (0, -1, -5):
        assert hit_rate([1, None, 2], k) == 0
    assert hit_rate([1, None, 2], 3) == pytest.approx(2 / 3)


@pytest.mark.hint("Is there a share of no people?")
def test_no_people():
    """Both hit rates raise a ValueError if there are no people."""
    assert hit_rate([1], 1) == 1
    for k in (0, 1, 5):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            hit_rate([], k)
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            sampled_hit_rate([], k, 10, 3)


@pytest.mark.reveal("values")
def test_sample_by_hand():
    """In the lesson's sample of two, the expected hit rate at 2 is 35 of 36."""
    assert sampled_hit_rate([3], 2, 10, 2) == pytest.approx(35 / 36)


@pytest.mark.points(2)
@pytest.mark.hint("With one negative: how likely is it that it comes from above?")
def test_sample_of_one():
    """With one negative, a hit at 1 is as likely as a negative from below."""
    for rank in range(1, 7):
        assert sampled_hit_rate([rank], 1, 6, 1) == pytest.approx((6 - rank) / 5)
        assert sampled_hit_rate([rank], 2, 6, 1) == pytest.approx(1)


@pytest.mark.points(2)
@pytest.mark.hint("List all samples of a small catalogue on paper, and count the hits.")
def test_every_small_sample():
    """The expected hit rate is the share of hits among all samples that can be drawn."""
    for items, negatives in ((5, 2), (7, 3), (6, 4)):
        for rank in (2, 3, items):
            for k in (1, 2):
                expected = float(counted(rank, k, items, negatives))
                assert sampled_hit_rate([rank], k, items, negatives) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Draw all the others: what is left of chance?")
def test_sample_of_all_others():
    """If all other items are drawn, the expected hit rate is the hit rate over all items."""
    for ranks in ([1, 2, 3, 4], [2, 2, 6], [6]):
        for k in (1, 2, 5, 6):
            expected = sum(rank <= k for rank in ranks) / len(ranks)
            assert sampled_hit_rate(list(ranks), k, 6, 5) == pytest.approx(expected)


@pytest.mark.hint("How many negatives can be from above at most?")
def test_k_beyond_the_sample():
    """If k is larger than the number of negatives, every person is a hit."""
    for k in (3, 4, 9, 50):
        assert sampled_hit_rate([8, 1, 5], k, 8, 2) == pytest.approx(1)
    assert sampled_hit_rate([3, 1, 2], 1, 3, 0) == pytest.approx(1)
    assert sampled_hit_rate([1], 1, 1, 0) == pytest.approx(1)
    assert sampled_hit_rate([8], 2, 8, 2) == 0


def test_sample_looks_at_no_result():
    """If k is 0 or negative, there are no hits in the sample either."""
    for k in (0, -1, -7):
        assert sampled_hit_rate([1, 2], k, 9, 4) == 0
        assert sampled_hit_rate([1, 2], k, 9, 0) == 0
    assert sampled_hit_rate([1, 1], 1, 9, 4) == pytest.approx(1)


@pytest.mark.points(2)
@pytest.mark.hint("Compute the chance of each person, then the mean.")
def test_mean_over_people():
    """The expected hit rate of many people is the mean of their chances."""
    for ranks in ([1, 40, 7, 13, 13, 2, 25], [40] * 200 + [1] * 100):
        expected = expected_sampled(ranks, 3, 40, 9)
        assert sampled_hit_rate(list(ranks), 3, 40, 9) == pytest.approx(expected)


def test_large_catalogue():
    """The expected hit rate holds for thousands of items too."""
    expected = expected_sampled([1, 60, 333, 1500], 10, 3000, 100)
    assert sampled_hit_rate([1, 60, 333, 1500], 10, 3000, 100) == pytest.approx(expected)


@pytest.mark.hint("Does your code round, or draw at random? Compute the chances.")
def test_not_rounded():
    """Neither hit rate is rounded."""
    assert hit_rate([1, 2, 9, 9, 9, 9, 9], 1) == pytest.approx(1 / 7, abs=1e-12)
    expected = expected_sampled([7, 11, 30], 4, 31, 8)
    assert sampled_hit_rate([7, 11, 30], 4, 31, 8) == pytest.approx(expected, abs=1e-11)


def test_every_call_counts_anew():
    """A call does not depend on the calls before it."""
    assert [hit_rate(ranks, 2) for ranks in ([1, 5], [1, 2])] == [0.5, 1]
    sampled = [sampled_hit_rate(ranks, 1, 5, 1) for ranks in ([1, 5], [1, 1])]
    assert sampled == pytest.approx([0.5, 1])
    ranks = [held_out_rank(ranking, "a", []) for ranking in (["a", "b"], ["b", "a"])]
    assert ranks == [1, 2]


@pytest.mark.points(2)
@pytest.mark.reveal("values")
@pytest.mark.hint("Compute all four hit rates of your pair on paper.")
def test_pair_by_hand():
    """misleading_pair(10, 2, 1) gives a pair that changes places, such as [1, 10] and [2, 2]."""
    prove(([1, 10], [2, 2]), 10, 2, 1)
    prove(misleading_pair(10, 2, 1), 10, 2, 1)


@pytest.mark.points(2)
@pytest.mark.hint("Is the one hit of your first list a smaller share than the chance in the other?")
def test_pair_for_every_sample():
    """A pair is found for all numbers of negatives, up to all other items but one."""
    for negatives in range(1, 11):
        prove(misleading_pair(12, negatives, 1), 12, negatives, 1)


@pytest.mark.points(2)
@pytest.mark.hint("At which rank does a person just miss the first k?")
def test_pair_for_every_k():
    """A pair is found for each k that leaves as many negatives or more."""
    for k in range(1, 10):
        prove(misleading_pair(11, 9, k), 11, 9, k)
    for k in range(1, 5):
        prove(misleading_pair(30, 4, k), 30, 4, k)


@pytest.mark.hint("Does your number of people grow with the number of items?")
def test_pair_in_a_large_catalogue():
    """A pair is found among hundreds of items and more, with few and with nearly all negatives."""
    for negatives in (10, 100, 198):
        prove(misleading_pair(200, negatives, 10), 200, negatives, 10)
    for items in (300, 1500):
        prove(misleading_pair(items, items - 2, 1), items, items - 2, 1)


@pytest.mark.points(2)
@pytest.mark.hint("What is the rank of the last item in a sample of k items?")
def test_no_pair_where_everyone_is_a_hit():
    """With fewer than k negatives everyone is a hit in the sample: no pair, None."""
    for items, negatives, k in ((10, 2, 3), (10, 2, 9), (10, 0, 1), (5, 1, 2), (6, 3, 40)):
        assert misleading_pair(items, negatives, k) is None
    prove(misleading_pair(10, 2, 1), 10, 2, 1)


@pytest.mark.points(2)
@pytest.mark.hint("What does a sample hide that holds all items?")
def test_no_pair_where_all_are_drawn():
    """With all other items as negatives nothing is hidden: no pair, None."""
    for items, k in ((10, 1), (10, 4), (3, 1), (2, 1), (200, 10)):
        assert misleading_pair(items, items - 1, k) is None
    prove(misleading_pair(10, 2, 1), 10, 2, 1)


def test_no_pair_without_results():
    """If k is 0 or negative, there are no hits: no pair, None."""
    for k in (0, -1, -3):
        assert misleading_pair(10, 5, k) is None
    prove(misleading_pair(10, 2, 1), 10, 2, 1)


@pytest.mark.hint("Does your code change a list? Print it before and after the call.")
def test_input_stays_as_it_was():
    """No function changes a list that it is given."""
    for ranking, known in ((["d", "a", "c", "b"], ["c", "d"]), (["c", "b"], ["d", "c"]), ([], [])):
        before = list(ranking), list(known)
        held_out_rank(ranking, "a", known)
        assert (ranking, known) == before
    for held_out in (0, 9):
        numbers, known = [7, 9, 0, 8], [8, 7]
        held_out_rank(numbers, held_out, known)
        assert (numbers, known) == ([7, 9, 0, 8], [8, 7])
    for k in (2, 0, -1, 9):
        for negatives in (0, 3, 11):
            ranks = [3, 1, 2, 5, 1]
            hit_rate(ranks, k)
            sampled_hit_rate(ranks, k, 12, negatives)
            assert ranks == [3, 1, 2, 5, 1]
    ranks = [None, 3, None]
    assert hit_rate(ranks, 2) == 0
    assert ranks == [None, 3, None]


@pytest.mark.points(2)
@pytest.mark.hint("Compute small cases by hand until one answer differs from yours.")
def test_many_recommenders():
    """Both hit rates agree with the definition for many recommenders."""
    draw = random.Random(33)
    for items in range(2, 22, 2):
        ranks = [draw.randint(1, items) for _ in range(draw.randint(1, 6))]
        k, negatives = draw.randint(1, items), draw.randrange(items)
        expected = expected_sampled(ranks, k, items, negatives)
        hits = sum(rank <= k for rank in ranks) / len(ranks)
        assert hit_rate(list(ranks), k) == pytest.approx(hits)
        assert sampled_hit_rate(list(ranks), k, items, negatives) == pytest.approx(expected)
