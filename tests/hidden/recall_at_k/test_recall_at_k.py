"""The hidden cases of recall_at_k, from simple to hard."""

import random
from fractions import Fraction

import pytest
from recall_at_k import recall_at_k


def test_returns_one_number():
    """recall_at_k returns one number."""
    answer = recall_at_k([1, 0], 2, 3)
    assert isinstance(answer, (int, float))
    assert not isinstance(answer, bool)


@pytest.mark.reveal("values")
def test_three_of_four():
    """R@5 of the lesson's page is 0.75 when four documents are relevant."""
    assert recall_at_k([1, 0, 1, 1, 0], 5, 4) == pytest.approx(0.75)


@pytest.mark.reveal("values")
def test_cut_at_three():
    """R@3 of the lesson's page is 0.5 when four documents are relevant."""
    assert recall_at_k([1, 0, 1, 1, 0], 3, 4) == pytest.approx(0.5)


def test_everything_found():
    """A page that shows every relevant document has a recall of 1."""
    assert recall_at_k([0, 1, 1, 0, 0, 1, 1], 7, 4) == pytest.approx(1.0)


def test_nothing_found():
    """A page without any relevant result has a recall of 0."""
    assert recall_at_k([0] * 6, 4, 5) == 0


@pytest.mark.points(2)
@pytest.mark.hint("Which argument knows of documents that are not in the list?")
def test_what_was_missed_counts():
    """The share is taken of all relevant documents, found or not."""
    for total, expected in ((2, 1.0), (5, 0.4), (8, 0.25), (40, 0.05)):
        assert recall_at_k([0, 1, 0, 0, 0, 1], 6, total) == pytest.approx(expected)


@pytest.mark.hint("The number of places has no part in the division.")
def test_places_do_not_count():
    """Going on past irrelevant results changes nothing."""
    for k in (2, 3, 5, 8):
        assert recall_at_k([1, 1, 0, 0, 0, 0, 0, 0], k, 4) == pytest.approx(0.5)


@pytest.mark.points(2)
@pytest.mark.hint("A reader who stops after k results does not see the others.")
def test_results_below_the_cut():
    """Relevant results below the first k are not found yet."""
    for below in ([], [1], [1] * 3, [0, 1]):
        assert recall_at_k([0, 1, *below], 2, 5) == pytest.approx(0.2)


@pytest.mark.hint("Count on your fingers which results belong to the first k.")
def test_last_of_the_first_k():
    """The result at position k is the last one that counts."""
    assert recall_at_k([0, 0, 0, 0, 1, 1, 1], 5, 4) == pytest.approx(0.25)
    assert recall_at_k([0] * 299 + [1, 1], 300, 4) == pytest.approx(0.25)


@pytest.mark.hint("Which index does the result at position 1 have?")
def test_k_of_one():
    """With k = 1 at most one document can be found."""
    assert recall_at_k([1, 1, 0, 1, 0], 1, 5) == pytest.approx(0.2)
    assert recall_at_k([0, 1, 0, 1, 1], 1, 5) == 0


@pytest.mark.hint("The lesson has such a page, [1, 1]: what is its share taken of?")
def test_fewer_places_than_documents():
    """A perfect page that is too short for all of them stays below 1."""
    assert recall_at_k([1] * 6, 2, 8) == pytest.approx(0.25)


@pytest.mark.hint("What was found stays found, whatever comes after it.")
def test_recall_never_falls():
    """Recall never falls on the way down a page, and rises at each relevant result."""
    rels = [0, 1, 0, 0, 1, 1, 0, 1]
    recalls = [recall_at_k(list(rels), k, 5) for k in range(1, 9)]
    assert recalls == pytest.approx([0, 0.2, 0.2, 0.2, 0.4, 0.6, 0.6, 0.8])


@pytest.mark.points(2)
@pytest.mark.hint("Take no more results than there are; empty places do not count in recall.")
def test_k_beyond_the_list():
    """With k beyond the list the recall is that of the whole list."""
    assert recall_at_k([1, 0, 0, 1], 9, 8) == pytest.approx(0.25)
    assert recall_at_k([1], 25, 2) == pytest.approx(0.5)


def test_empty_list():
    """A search that found nothing has a recall of 0."""
    assert recall_at_k([], 4, 3) == 0


@pytest.mark.points(2)
@pytest.mark.hint("Nothing can be divided by 0: which answer does the lesson give?")
def test_nothing_to_find():
    """Where no document is relevant, the recall is 0."""
    for rels in ([0, 0, 0, 0], [0], []):
        assert recall_at_k(rels, 2, 0) == 0


def test_one_document_to_find():
    """With one relevant document the recall is 1 from its position on, and 0 above it."""
    for k in range(1, 6):
        expected = 1 if k >= 4 else 0
        assert recall_at_k([0, 0, 0, 1, 0], k, 1) == expected


def test_k_of_zero():
    """With k = 0 no result is looked at, and the recall is 0."""
    assert recall_at_k([1, 1, 0, 1, 1, 0], 0, 4) == 0


@pytest.mark.hint("What does a negative number in a slice mean in Python?")
def test_negative_k():
    """With a negative k no result is looked at either, and the recall is 0."""
    for k in (-1, -2, -9):
        assert recall_at_k([1, 0, 1, 1, 1, 0], k, 6) == 0


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """The share is not rounded."""
    assert recall_at_k([0, 0, 1, 0], 4, 7) == pytest.approx(1 / 7, abs=1e-12)


@pytest.mark.hint("Does your code change the list? Print it before and after the call.")
def test_input_stays_as_it_was():
    """Your function does not change the list, whatever k is: a second call agrees."""
    rels = [1, 1, 0, 0, 0, 1, 0]
    for k, total, expected in ((4, 4, 0.5), (4, 16, 0.125), (9, 4, 0.75), (0, 4, 0), (-2, 4, 0)):
        for _ in range(2):
            assert recall_at_k(rels, k, total) == expected
            assert rels == [1, 1, 0, 0, 0, 1, 0]


@pytest.mark.points(2)
@pytest.mark.hint("Compute short lists by hand, with every k, until one answer differs from yours.")
def test_many_lists():
    """recall_at_k agrees with the formula for many lists, every k and many totals."""
    draw = random.Random(12)
    for length in range(1, 9):
        rels = [draw.randint(0, 1) for _ in range(length)]
        for k in range(1, length + 3):
            total = rels.count(1) + draw.randint(1, 4)
            expected = float(Fraction(rels[:k].count(1), total))
            assert recall_at_k(list(rels), k, total) == pytest.approx(expected)
