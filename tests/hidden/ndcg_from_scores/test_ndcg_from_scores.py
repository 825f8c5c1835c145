"""The hidden cases of ndcg_from_scores, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them: over all
orders of tied documents, one by one.
"""

import copy
import math
import random
from itertools import permutations

import numpy as np
import pytest
from ndcg_from_scores import ndcg_score


def expected_dcg(grades):
    """Compute the DCG of grades in ranked order from natural logarithms."""
    return math.fsum(grade * math.log(2) / math.log(i + 2) for i, grade in enumerate(grades))


def orders(grades, scores):
    """Yield the grades in every order that sorts the scores, highest first."""
    best = sorted(scores, key=lambda score: -score)
    for order in permutations(range(len(grades))):
        if [scores[index] for index in order] == best:
            yield [grades[index] for index in order]


def expected_one(grades, scores, k):
    """Compute the NDCG@k of one query with something relevant, as a mean over its orders."""
    found = [expected_dcg(order[:k]) for order in orders(grades, scores)]
    ideal = expected_dcg(sorted(grades, key=lambda grade: -grade)[:k])
    return math.fsum(found) / len(found) / ideal


def expected_mean(true, score, k):
    """Compute the mean over queries, all of which have something relevant."""
    rows = [expected_one(*row, k) for row in zip(true, score, strict=True)]
    return math.fsum(rows) / len(rows)


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


@pytest.mark.hint("One number for all queries: what is done with the scores of the rows?")
def test_returns_one_number():
    """ndcg_score returns one number."""
    assert is_number(ndcg_score(np.array([[1, 2], [3, 0]]), np.array([[0.1, 0.2], [2.0, 1.0]])))


def test_no_ties():
    """One query without ties has the NDCG of its documents in the order of the scores."""
    true, score = [[1, 0, 4]], [[0.5, 0.7, 0.1]]
    expected = expected_mean(true, score, 3)
    assert ndcg_score(np.array(true), np.array(score)) == pytest.approx(expected)


@pytest.mark.hint("Which document should stand at position 1?")
def test_perfect_model():
    """A model whose scores rise with the grades scores 1.0."""
    true = np.array([[0, 4, 1, 2], [3, 0, 1, 2]])
    score = np.array([[0.1, 0.8, 0.3, 0.5], [9.0, 1.0, 2.0, 4.0]])
    assert ndcg_score(true, score) == pytest.approx(1.0)


def test_only_the_order_of_scores_matters():
    """Scores of any size rank alike when their order is the same."""
    true, score = [[2, 0, 1, 4]], [[0.4, 0.3, 0.2, 0.1]]
    expected = expected_mean(true, score, 4)
    for other in (score, [[400, 30, 2, 1]], [[-1, -2, -30, -400]], [[0.04, 0.03, 0.02, -9]]):
        assert ndcg_score(np.array(true), np.array(other)) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Does argsort say where a document stands, or which document stands there?")
def test_documents_far_from_their_places():
    """Documents are moved to the places that their scores give them."""
    true, score = [[4, 2, 0, 1, 0]], [[0.3, 0.5, 0.9, 0.1, 0.7]]
    expected = expected_mean(true, score, 5)
    assert ndcg_score(np.array(true), np.array(score)) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.reveal("values")
def test_tie_by_hand():
    """ndcg_score([[1, 3, 0, 2]], [[0.9, 0.4, 0.4, 0.1]]) is 0.747134, as computed in the lesson."""
    answer = ndcg_score(np.array([[1, 3, 0, 2]]), np.array([[0.9, 0.4, 0.4, 0.1]]))
    assert answer == pytest.approx(0.747134, abs=1e-6)


@pytest.mark.points(2)
@pytest.mark.hint("Average over all orders of the tied documents, good and bad ones.")
def test_tie_in_either_order():
    """Tied documents score the same, in whichever order their columns stand."""
    expected = expected_mean([[0, 4, 1]], [[7, 7, 2]], 3)
    for true in ([[0, 4, 1]], [[4, 0, 1]]):
        assert ndcg_score(np.array(true), np.array([[7, 7, 2]])) == pytest.approx(expected)


@pytest.mark.hint("When are two scores a tie: where they agree, or where they nearly do?")
def test_near_scores_are_no_tie():
    """Scores that differ by very little are not tied."""
    true, score = [[0, 4, 1]], [[0.5, 0.5 + 1e-10, 0.2]]
    expected = expected_mean(true, score, 3)
    assert ndcg_score(np.array(true), np.array(score)) == pytest.approx(expected)


@pytest.mark.hint("How many positions do three tied documents fill?")
def test_documents_below_a_tie():
    """A document below a tie of three stands at position 4."""
    expected = expected_mean([[0, 0, 0, 2, 1]], [[5, 5, 5, 1, 0]], 5)
    answer = ndcg_score(np.array([[0, 0, 0, 2, 1]]), np.array([[5, 5, 5, 1, 0]]))
    assert answer == pytest.approx(expected)


def test_two_ties():
    """Every tie is averaged by itself."""
    true, score = [[4, 3, 0, 0, 1, 2]], [[2, 1, 2, 1, 2, 0]]
    expected = expected_mean(true, score, 6)
    assert ndcg_score(np.array(true), np.array(score)) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("What is a model worth that cannot tell any two documents apart?")
def test_all_tied():
    """A model that gives all documents the same score gets the mean over all orders."""
    for true in ([[4, 1, 0, 0]], [[0, 0, 1, 4]]):
        expected = expected_mean(true, [[1, 1, 1, 1]], 4)
        assert ndcg_score(np.array(true), np.full((1, 4), 0.3)) == pytest.approx(expected)


def test_cut_without_ties():
    """Only the first k positions count."""
    true, score = [[1, 4, 0, 2]], [[4, 3, 2, 1]]
    for k in (1, 2, 3):
        expected = expected_mean(true, score, k)
        assert ndcg_score(np.array(true), np.array(score), k) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Which documents take part in the mean of a group across the cut?")
def test_tie_across_the_cut():
    """All documents of a tie across the cut take part in its mean."""
    true, score = [[4, 0, 1, 2]], [[1, 6, 1, 1]]
    for k in (2, 3):
        expected = expected_mean(true, score, k)
        assert ndcg_score(np.array(true), np.array(score), k) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Which grades of the row may fill the best possible first k places?")
def test_ideal_is_sorted_before_the_cut():
    """The ideal is the best of the whole row, not of the first k documents only."""
    true, score = [[1, 0, 2, 4]], [[9, 8, 7, 6]]
    expected = expected_mean(true, score, 2)
    assert ndcg_score(np.array(true), np.array(score), 2) == pytest.approx(expected)


@pytest.mark.hint("Which positions does the best order of three documents fill?")
def test_same_grades_in_the_ideal():
    """Documents of the same grade fill a position each in the ideal."""
    expected = expected_mean([[5, 5, 2]], [[3, 2, 1]], 3)
    assert ndcg_score(np.array([[5, 5, 2]]), np.array([[3, 2, 1]])) == pytest.approx(expected)


@pytest.mark.hint("How many positions are added up above the line, and how many below?")
def test_ideal_ends_at_the_cut():
    """A perfect model scores 1.0 with every k, since the ideal ends at k too."""
    for k in (1, 2, 3):
        answer = ndcg_score(np.array([[5, 3, 2, 1]]), np.array([[0.9, 0.7, 0.4, 0.2]]), k)
        assert answer == pytest.approx(1.0)


@pytest.mark.hint("What is the mean taken over?")
def test_mean_over_rows():
    """Every query counts once, whatever its grades are."""
    true = [[9, 0, 7, 3], [0, 1, 0, 0], [4, 2, 1, 0]]
    score = [[1, 2, 3, 4], [0.1, 0.5, 0.4, 0.9], [3, 1, 2, 0]]
    expected = expected_mean(true, score, 4)
    assert ndcg_score(np.array(true), np.array(score)) == pytest.approx(expected)
    many = np.array([[2, 1]] * 299 + [[0, 1]])
    expected = (299 + math.log(2) / math.log(3)) / 300
    assert ndcg_score(many, np.array([[2, 1]] * 300)) == pytest.approx(expected)


@pytest.mark.hint("Documents of different queries do not compete.")
def test_scores_of_other_rows():
    """High scores in one row take nothing away from another row."""
    true = np.array([[1, 2], [1, 2]])
    expected = expected_mean([[1, 2], [1, 2]], [[2, 1], [1, 2]], 2)
    assert ndcg_score(true, np.array([[90, 80], [1, 2]])) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("What may you not divide by, and does the row still count?")
def test_nothing_relevant():
    """A row without anything relevant scores 0.0 and stays in the mean."""
    true = np.array([[0, 0, 0], [1, 2, 3]])
    score = np.array([[1, 2, 3], [1, 2, 3]])
    assert ndcg_score(true[:1], score[:1]) == 0.0
    assert ndcg_score(true, score) == pytest.approx(0.5)


def test_small_fractions():
    """Small grades with a fraction are scored like whole ones, also tiny ones."""
    score = [[3, 4, 1, 2]]
    for true in ([[0.05, 0.0, 0.4, 0.2]], [[0.5e-11, 0.0, 4e-11, 2e-11]]):
        expected = expected_mean(true, score, 4)
        assert ndcg_score(np.array(true), np.array(score), 4) == pytest.approx(expected)


@pytest.mark.hint("How do you tell None from a number?")
def test_no_k_and_large_k():
    """Without a k, and with one beyond the columns, every position counts."""
    true = [0] * 299 + [1]
    score = [[*range(300, 0, -1)]]
    expected = math.log(2) / math.log(301)
    assert ndcg_score(np.array([true]), np.array(score)) == pytest.approx(expected)
    assert ndcg_score(np.array([true]), np.array(score), 300) == pytest.approx(expected)
    assert ndcg_score(np.array([true]), np.array(score), 400) == pytest.approx(expected)


@pytest.mark.hint("What does a minus mean in a slice, and is 0 the same as None?")
def test_k_below_one():
    """With a k of 0 or below nothing is looked at, and the score is 0.0."""
    for k in (0, -1, -2):
        assert ndcg_score(np.array([[1, 2, 4]]), np.array([[3, 1, 2]]), k) == 0.0


def test_one_column():
    """A single relevant document scores 1.0."""
    assert ndcg_score(np.array([[2], [1]]), np.array([[0.2], [-4.0]])) == pytest.approx(1.0)


def test_nested_lists():
    """Nested lists are scored like arrays."""
    expected = expected_mean([[1, 0, 4]], [[3, 2, 1]], 3)
    assert ndcg_score([[1, 0, 4]], [[3, 2, 1]]) == pytest.approx(expected)


@pytest.mark.hint("Compare the two shapes before anything else.")
def test_shapes_that_differ():
    """Matrices of different shapes are refused with a ValueError."""
    shapes = [((2, 3), (1, 3)), ((1, 3), (2, 3)), ((2, 3), (3, 2)), ((2, 2), (2, 3))]
    for first, second in shapes:
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            ndcg_score(np.ones(first), np.ones(second))


@pytest.mark.hint("What is the mean of no numbers?")
def test_no_rows():
    """Without any query there is no mean, and a ValueError says so."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        ndcg_score(np.zeros((0, 3)), np.zeros((0, 3)))


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """Neither the scores of the rows nor their mean are rounded."""
    true, score = [[1, 0.2, 9], [0, 3, 1]], [[0.3, 0.6, 0.3], [1, 2, 3]]
    expected = expected_mean(true, score, 3)
    assert ndcg_score(np.array(true), np.array(score)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.hint("What does your code keep from one call to the next?")
def test_asked_again():
    """Each call is answered by itself, for other grades and for other scores."""
    for true in ([[3, 0, 1]], [[1, 2, 0]]):
        for score in ([[9, 5, 7]], [[5, 7, 9]]):
            expected = expected_mean(true, score, 3)
            assert ndcg_score(np.array(true), np.array(score)) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Which of your steps changes what it is given?")
def test_input_stays_as_it_was():
    """Neither matrix is changed, array or nested list, whatever k is: a second call agrees."""
    lists = [[1, 2, 0], [4, 0, 1]], [[0.3, 0.1, 0.3], [0.2, 0.9, 0.4]]
    before = copy.deepcopy(lists)
    for true, score in (map(np.array, lists), lists):
        for k in (2, 9, 0, -1, None):
            first = ndcg_score(true, score, k)
            assert is_number(first)
            assert (np.array(true).tolist(), np.array(score).tolist()) == before
            assert ndcg_score(true, score, k) == first


@pytest.mark.points(2)
@pytest.mark.hint("Work one row with two ties out by hand, position by position.")
def test_many_matrices():
    """ndcg_score agrees with the mean over all orders, for many matrices and cuts."""
    # as in test_two_ties, numpy's sorts leave these ties alike whether they are stable or not:
    # otherwise one and the same mistake would behave differently from machine to machine
    draw = random.Random(1150)
    for columns in (2, 3, 4, 5, 6):
        true = [[draw.randint(0, 4) for _ in range(columns - 1)] + [2] for _ in range(3)]
        score = [[draw.randint(0, 2) / 4 for _ in range(columns)] for _ in range(3)]
        for k in (1, columns - 1, columns):
            expected = expected_mean(true, score, k)
            assert ndcg_score(np.array(true), np.array(score), k) == pytest.approx(expected)
