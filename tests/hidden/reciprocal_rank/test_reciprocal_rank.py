"""The hidden cases of reciprocal_rank, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import random
from fractions import Fraction

import pytest
from reciprocal_rank import mean_reciprocal_rank, reciprocal_rank


def expected_rank(rels):
    """Compute a reciprocal rank exactly; 0 without any relevant result."""
    return Fraction(1, rels.index(1) + 1) if 1 in rels else Fraction(0)


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_rank_returns_a_number():
    """reciprocal_rank returns a number."""
    assert is_number(reciprocal_rank([0, 1]))


@pytest.mark.reveal("values")
def test_third_position():
    """reciprocal_rank([0, 0, 1, 1]) is 0.333333, as computed by hand in the lesson."""
    assert reciprocal_rank([0, 0, 1, 1]) == pytest.approx(0.333333, abs=1e-6)


@pytest.mark.hint("What is the position of the first result, and what is its index?")
def test_top():
    """A relevant result at the top has a reciprocal rank of 1."""
    assert reciprocal_rank([1, 0, 0, 0, 0]) == pytest.approx(1.0)


@pytest.mark.hint("Compare the table in the lesson with yours, position by position.")
def test_every_position():
    """One relevant result at position p has a reciprocal rank of 1 / p."""
    for above in range(12):
        assert reciprocal_rank([0] * above + [1]) == pytest.approx(1 / (above + 1))


@pytest.mark.points(2)
@pytest.mark.hint("This reader stops at the first good result.")
def test_only_the_first_counts():
    """Relevant results below the first one change nothing."""
    for below in ([], [1], [0, 0, 1], [1] * 6):
        assert reciprocal_rank([0, 0, 0, 1, *below]) == pytest.approx(0.25)


@pytest.mark.points(2)
@pytest.mark.hint("Which line is reached when the loop ends without having returned?")
def test_nothing_relevant():
    """Without any relevant result the reciprocal rank is 0."""
    assert reciprocal_rank([0] * 6) == 0


def test_empty_list():
    """A search that found nothing has a reciprocal rank of 0."""
    assert reciprocal_rank([]) == 0


def test_no_cut():
    """A first relevant result far down the list still counts."""
    assert reciprocal_rank([0] * 199 + [1, 1]) == pytest.approx(0.005)


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_rank_is_not_rounded():
    """The reciprocal rank is not rounded."""
    assert reciprocal_rank([0, 0, 0, 0, 0, 0, 1]) == pytest.approx(1 / 7, abs=1e-12)


@pytest.mark.hint("Compute short lists by hand until one answer differs from yours.")
def test_rank_of_many_lists():
    """reciprocal_rank agrees with the definition for many lists of all lengths."""
    draw = random.Random(13)
    for length in range(1, 31):
        rels = [int(draw.random() < 0.2) for _ in range(length)]
        expected = float(expected_rank(rels))
        assert reciprocal_rank(rels) == pytest.approx(expected)


def test_mean_returns_a_number():
    """mean_reciprocal_rank returns a number."""
    assert is_number(mean_reciprocal_rank([[0, 1], [1]]))


@pytest.mark.reveal("values")
def test_mean_of_four_queries():
    """The MRR of the lesson's four queries is 0.458333, as computed by hand."""
    queries = [[0, 0, 1, 1], [1, 0, 0, 1], [0, 0, 0], [0, 1]]
    assert mean_reciprocal_rank(queries) == pytest.approx(0.458333, abs=1e-6)


def test_mean_of_one_query():
    """The mean over a single query is its reciprocal rank."""
    assert mean_reciprocal_rank([[0, 0, 0, 0, 1, 0]]) == pytest.approx(0.2)
    assert mean_reciprocal_rank([[0] * 299 + [1]]) == pytest.approx(1 / 300)


def test_mean_of_perfect_queries():
    """Queries that all have a relevant result at the top have a mean of 1."""
    assert mean_reciprocal_rank([[1], [1, 0, 1], [1, 1]]) == pytest.approx(1.0)


@pytest.mark.hint("Does one of your functions round, the mean or the rank that it calls?")
def test_mean_is_not_rounded():
    """The mean is not rounded."""
    assert mean_reciprocal_rank([[0] * 6 + [1], [0, 0, 1]]) == pytest.approx(5 / 21, abs=1e-12)


@pytest.mark.points(2)
@pytest.mark.hint("Someone who asked and found nothing is still someone who asked.")
def test_failed_queries_take_part():
    """Queries without any relevant result pull the mean down."""
    for failed in range(1, 6):
        queries = [[0, 1, 0], *([0, 0] for _ in range(failed))]
        expected = 0.5 / (failed + 1)
        assert mean_reciprocal_rank(queries) == pytest.approx(expected)
    assert mean_reciprocal_rank([[0]] * 299 + [[0, 1]]) == pytest.approx(1 / 600)


@pytest.mark.hint("An empty page is an answer too, and not a good one.")
def test_empty_pages_take_part():
    """Queries whose list is empty pull the mean down too."""
    assert mean_reciprocal_rank([[], [1, 0], [], []]) == pytest.approx(0.25)


def test_all_queries_fail():
    """If no query found anything relevant, the mean is 0."""
    assert mean_reciprocal_rank([[0, 0, 0, 0], [0], []]) == 0


@pytest.mark.hint("First turn each position over, then take the mean.")
def test_mean_of_reciprocals():
    """The mean is taken of the reciprocal ranks, not of the positions."""
    assert mean_reciprocal_rank([[1, 0, 0], [0, 0, 0, 1, 0, 0]]) == pytest.approx(0.625)


def test_lengths_do_not_weigh():
    """A query with a long list weighs as much as one with a short list."""
    assert mean_reciprocal_rank([[1], [0, 1] + [0] * 40]) == pytest.approx(0.75)


def test_order_of_the_queries():
    """The order of the queries makes no difference to their mean."""
    queries = [[0, 0, 1], [0], [0, 1, 1, 0], [1, 0]]
    expected = float(sum(map(expected_rank, queries)) / len(queries))
    for turn in range(len(queries)):
        turned = [list(rels) for rels in queries[turn:] + queries[:turn]]
        assert mean_reciprocal_rank(turned) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("An error is raised, not returned; the lesson shows how.")
def test_no_queries():
    """Without any query a ValueError is raised."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        mean_reciprocal_rank([])


@pytest.mark.hint("Does your code change a list? Print it before and after the call.")
def test_input_stays_as_it_was():
    """Your functions do not change the lists: a second call agrees."""
    queries = [[0, 1, 0, 1], [0, 0, 0, 0, 1]]
    answers = [mean_reciprocal_rank(queries), mean_reciprocal_rank(queries)]
    assert answers == pytest.approx([0.35, 0.35])
    assert queries == [[0, 1, 0, 1], [0, 0, 0, 0, 1]]
    failed = [[0], [0, 0], []]
    assert mean_reciprocal_rank(failed) == 0
    assert failed == [[0], [0, 0], []]


@pytest.mark.points(2)
@pytest.mark.hint("Work two short queries out by hand, then their mean.")
def test_mean_of_many_queries():
    """mean_reciprocal_rank agrees with the definition for many sets of queries."""
    draw = random.Random(14)
    for size in range(1, 16):
        queries = [[int(draw.random() < 0.3) for _ in range(5)] for _ in range(size)]
        expected = float(sum(map(expected_rank, queries)) / size)
        assert mean_reciprocal_rank(queries) == pytest.approx(expected)
