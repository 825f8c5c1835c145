"""The hidden cases of precision_at_k, from simple to hard."""

import random
from fractions import Fraction

import pytest
from precision_at_k import precision_at_k


def test_returns_one_number():
    """precision_at_k returns one number."""
    answer = precision_at_k([1, 0], 2)
    assert isinstance(answer, (int, float))
    assert not isinstance(answer, bool)


@pytest.mark.reveal("values")
def test_whole_page():
    """P@5 of [1, 0, 1, 1, 0] is 0.6, as computed by hand in the lesson."""
    assert precision_at_k([1, 0, 1, 1, 0], 5) == pytest.approx(0.6)


@pytest.mark.reveal("values")
def test_cut_at_three():
    """P@3 of [1, 0, 1, 1, 0] is 0.666667, as computed by hand in the lesson."""
    assert precision_at_k([1, 0, 1, 1, 0], 3) == pytest.approx(0.666667, abs=1e-6)


@pytest.mark.hint("How many of the k places hold a relevant result here?")
def test_every_place_relevant():
    """A page with a relevant result at every place has a precision of 1."""
    for k in (1, 2, 4):
        assert precision_at_k([1] * 6, k) == pytest.approx(1.0)


def test_nothing_relevant():
    """A page without any relevant result has a precision of 0."""
    assert precision_at_k([0] * 6, 4) == 0


@pytest.mark.hint("Which index does the result at position 1 have?")
def test_k_of_one():
    """With k = 1 the answer is 1 or 0, as the result at the top is relevant or not."""
    assert precision_at_k([1, 0, 0, 0, 1, 1], 1) == pytest.approx(1.0)
    assert precision_at_k([0, 1, 1, 1, 0, 0], 1) == 0


@pytest.mark.hint("Which number stands below the line of the formula?")
def test_share_of_the_places():
    """The share is taken of k places, neither of the whole list nor of what is relevant."""
    assert precision_at_k([0, 1, 0, 0, 1, 1, 1, 1], 4) == pytest.approx(0.25)


@pytest.mark.points(2)
@pytest.mark.hint("A reader who stops after k results does not see the others.")
def test_results_below_the_cut():
    """Results below the first k change nothing, however many of them are relevant."""
    for below in ([], [1], [1] * 5, [0, 1]):
        assert precision_at_k([0, 1, *below], 2) == pytest.approx(0.5)


@pytest.mark.hint("Count on your fingers which results belong to the first k.")
def test_last_of_the_first_k():
    """The result at position k is the last one that counts."""
    assert precision_at_k([0, 0, 0, 0, 1, 1, 1], 5) == pytest.approx(0.2)
    assert precision_at_k([0] * 299 + [1, 1], 300) == pytest.approx(1 / 300)


@pytest.mark.hint("A result that does not help is passed by; the ones below it still count.")
def test_relevant_below_irrelevant():
    """A relevant result counts, whatever stands above it."""
    assert precision_at_k([0, 1, 0, 0, 1, 0, 1, 0], 8) == pytest.approx(0.375)


def test_order_of_the_first_k():
    """Any order of the first k results gives the same share."""
    for place in range(5):
        rels = [1] * 5
        rels[place] = 0
        assert precision_at_k([*rels, 0, 1], 5) == pytest.approx(0.8)


@pytest.mark.points(2)
@pytest.mark.hint("An empty place on the page helps no reader: what does the lesson divide by?")
def test_k_beyond_the_list():
    """With k beyond the list the share is still taken of k places."""
    assert precision_at_k([1, 1], 8) == pytest.approx(0.25)
    assert precision_at_k([0, 1, 1, 1, 0, 1], 16) == pytest.approx(0.25)


def test_empty_list():
    """A search that found nothing has a precision of 0, whatever k is."""
    for k in (1, 4, 25):
        assert precision_at_k([], k) == 0


@pytest.mark.hint("Nothing can be divided by 0: which answer does the lesson give?")
def test_k_of_zero():
    """With k = 0 no result is looked at, and the answer is 0."""
    assert precision_at_k([1, 1, 0, 1, 1, 0], 0) == 0


@pytest.mark.hint("What does a negative number in a slice mean in Python?")
def test_negative_k():
    """With a negative k no result is looked at either, and the answer is 0."""
    for k in (-1, -2, -9):
        assert precision_at_k([1, 0, 1, 1, 1, 0], k) == 0


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """The share is not rounded."""
    assert precision_at_k([0, 0, 1, 0, 0, 0, 0], 7) == pytest.approx(1 / 7, abs=1e-12)


@pytest.mark.hint("Does your code change the list? Print it before and after the call.")
def test_input_stays_as_it_was():
    """Your function does not change the list, whatever k is: a second call agrees."""
    rels = [1, 1, 0, 0, 0, 1, 0]
    for k, expected in ((4, 0.5), (12, 0.25), (0, 0), (-2, 0)):
        for _ in range(2):
            assert precision_at_k(rels, k) == expected
            assert rels == [1, 1, 0, 0, 0, 1, 0]


@pytest.mark.points(2)
@pytest.mark.hint("Compute short lists by hand, with every k, until one answer differs from yours.")
def test_many_lists():
    """precision_at_k agrees with the formula for many lists and every k."""
    draw = random.Random(11)
    for length in range(1, 11):
        rels = [draw.randint(0, 1) for _ in range(length)]
        for k in range(1, length + 4):
            expected = float(Fraction(rels[:k].count(1), k))
            assert precision_at_k(list(rels), k) == pytest.approx(expected)
