"""The hidden cases of average_precision, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import copy
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from average_precision import average_precision_at_k, mean_average_precision


def expected_ap(rels, k, total):
    """Compute AP exactly, from the positions of the relevant results."""
    places = [index + 1 for index, rel in enumerate(rels[:k]) if rel]
    found = [Fraction(count, place) for count, place in enumerate(places, 1)]
    return float(sum(found, Fraction(0)) / total)


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_returns_one_number():
    """average_precision_at_k returns one number."""
    assert is_number(average_precision_at_k([0, 1], 2, 3))


def test_mean_returns_one_number():
    """mean_average_precision returns one number."""
    assert is_number(mean_average_precision([([0, 1], 3)], 2))


@pytest.mark.reveal("values")
def test_page_of_the_lesson():
    """average_precision_at_k([1, 0, 1, 1, 0], 5, 4) is 0.604167, as computed by hand."""
    assert average_precision_at_k([1, 0, 1, 1, 0], 5, 4) == pytest.approx(0.604167, abs=1e-6)


@pytest.mark.hint("What is the precision at each of these results?")
def test_everything_found_at_the_top():
    """A page that starts with all relevant documents and no other scores 1."""
    assert average_precision_at_k([1, 1, 1, 1, 1, 1, 0], 7, 6) == pytest.approx(1.0)


@pytest.mark.hint("How many relevant results were there, out of how many read, at this point?")
def test_one_relevant_result():
    """With one relevant document at position p, AP is 1 / p, like the reciprocal rank."""
    for above in range(9):
        rels = [0] * above + [1, 0]
        assert average_precision_at_k(rels, 20, 1) == pytest.approx(1 / (above + 1))


@pytest.mark.points(2)
@pytest.mark.hint("At the second relevant result the reader has found two.")
def test_two_relevant_results():
    """The second relevant result brings the precision at its own position."""
    for between in range(7):
        expected = (1 + 2 / (between + 2)) / 2
        rels = [1] + [0] * between + [1]
        assert average_precision_at_k(rels, 20, 2) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("When does the reader look back: at every result, or at some?")
def test_irrelevant_results_at_the_end():
    """Irrelevant results below the last relevant one change nothing."""
    expected = expected_ap([0, 1, 1], 9, 2)
    for below in ([], [0], [0] * 6):
        assert average_precision_at_k([0, 1, 1, *below], 9, 2) == pytest.approx(expected)


def test_each_step_down_costs():
    """A relevant result that sinks below an irrelevant one lowers the score."""
    orders = ([1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 1, 0], [0, 1, 0, 1], [0, 0, 1, 1])
    scores = [average_precision_at_k(list(rels), 4, 2) for rels in orders]
    assert min(better - worse for better, worse in pairwise(scores)) > 0


@pytest.mark.points(2)
@pytest.mark.hint("Over how many documents is the average taken?")
def test_missed_documents():
    """Relevant documents that were not found pull the score down."""
    for total in (2, 3, 7, 50):
        expected = expected_ap([1, 0, 1], 3, total)
        assert average_precision_at_k([1, 0, 1], 3, total) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("The lesson has a table of what programs divide by.")
def test_more_relevant_than_places():
    """Where more relevant documents exist than k places, all of them are divided by."""
    assert average_precision_at_k([1, 1, 1, 1], 2, 8) == pytest.approx(0.25)


@pytest.mark.hint("A reader who stops after k results does not see the others.")
def test_results_below_the_cut():
    """Relevant results below position k add nothing."""
    expected = expected_ap([0, 1], 2, 5)
    for below in ([], [1], [1, 1, 1]):
        assert average_precision_at_k([0, 1, *below], 2, 5) == pytest.approx(expected)


def test_last_of_the_first_k():
    """The result at position k is the last one that counts."""
    assert average_precision_at_k([0, 0, 0, 1, 1], 4, 2) == pytest.approx(0.125)
    assert average_precision_at_k([0] * 299 + [1, 1], 300, 2) == pytest.approx(1 / 600)


@pytest.mark.hint("Take no more results than there are.")
def test_k_beyond_the_list():
    """With k beyond the list the score is that of the whole list."""
    expected = expected_ap([0, 1, 1], 3, 4)
    for k in (3, 4, 100):
        assert average_precision_at_k([0, 1, 1], k, 4) == pytest.approx(expected)


@pytest.mark.hint("What does a negative number in a slice mean in Python?")
def test_k_below_one():
    """With a k of 0 or below no result is looked at, and the score is 0."""
    for k in (0, -1, -3):
        assert average_precision_at_k([1, 1, 0, 1], k, 3) == 0


def test_empty_list():
    """A search that found nothing scores 0."""
    assert average_precision_at_k([], 6, 3) == 0


def test_nothing_relevant_found():
    """A page without any relevant result scores 0."""
    assert average_precision_at_k([0, 0, 0, 0], 4, 9) == 0


@pytest.mark.hint("What may you not divide by?")
def test_nothing_to_find():
    """Where no relevant document exists the score is 0."""
    assert average_precision_at_k([0, 0], 2, 0) == 0
    assert average_precision_at_k([], 2, 0) == 0


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """Neither number is rounded."""
    expected = expected_ap([0, 0, 1, 0, 0, 0, 1], 7, 3)
    asked = ([0, 0, 1, 0, 0, 0, 1], 3)
    assert average_precision_at_k(asked[0], 7, 3) == pytest.approx(expected, abs=1e-12)
    mean = mean_average_precision([asked, ([], 1)], 7)
    assert mean == pytest.approx(expected / 2, abs=1e-12)


@pytest.mark.points(2)
@pytest.mark.hint("A query that scores 0 is a query.")
def test_failures_stay_in_the_mean():
    """Queries that found nothing, or had nothing to find, stay in the mean."""
    queries = [([1, 1], 2), ([0, 0], 3), ([], 1), ([0], 0)]
    assert mean_average_precision(queries, 4) == pytest.approx(0.25)
    assert mean_average_precision([([0], 1)] * 296 + queries, 4) == pytest.approx(1 / 300)


@pytest.mark.hint("How much does each query count?")
def test_queries_weigh_the_same():
    """A query with many relevant documents counts as much as one with few."""
    for place in (10, 4):
        long = [0] * place + [1]
        expected = (1 + expected_ap(long, 11, 30)) / 2
        assert mean_average_precision([([1], 1), (long, 30)], 11) == pytest.approx(expected)


def test_mean_is_cut_too():
    """The cut k holds for every query of the mean."""
    queries = [([1, 0, 0, 1], 2), ([0, 0, 0, 1], 1)]
    assert mean_average_precision(queries, 3) == pytest.approx(0.25)
    assert mean_average_precision(queries, 0) == 0


@pytest.mark.hint("There is no mean of no numbers: which error does the lesson ask for?")
def test_no_queries():
    """Without any query mean_average_precision raises a ValueError."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        mean_average_precision([], 8)


@pytest.mark.hint("Does your code change a list? Print it before and after the call.")
def test_input_stays_as_it_was():
    """Lists and pairs do not change, whatever k is: a second call agrees."""
    rels = [0, 1, 1, 0, 0]
    queries = [([1, 0, 1, 0], 2), (rels, 9), ([1, 0, 0], 1)]
    before = copy.deepcopy(queries)
    for k in (3, 9, 0, -2):
        for total in (2, 9):
            first = average_precision_at_k(rels, k, total)
            assert queries == before
            assert average_precision_at_k(rels, k, total) == first
        mean = mean_average_precision(queries, k)
        assert queries == before
        assert mean_average_precision(queries, k) == mean


@pytest.mark.points(2)
@pytest.mark.hint("Compute short lists by hand, with every k, until one answer differs from yours.")
def test_many_lists():
    """Both functions agree with the definition for many lists, cuts and totals."""
    draw = random.Random(12)
    for k in range(1, 15):
        queries, expected = [], []
        for _ in range(5):
            rels = [draw.randint(0, 1) for _ in range(draw.randint(1, 12))]
            total = sum(rels) + draw.randint(1, 3)
            queries.append((rels, total))
            expected.append(expected_ap(rels, k, total))
            assert average_precision_at_k(list(rels), k, total) == pytest.approx(expected[-1])
        assert mean_average_precision(queries, k) == pytest.approx(sum(expected) / 5)
