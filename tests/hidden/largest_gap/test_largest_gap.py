"""The hidden cases of largest_gap, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import copy
import math
import random

import pytest
from largest_gap import largest_gap, ndcg_at_cutoffs


def expected_dcg(gains):
    """Compute the DCG from natural logarithms: log2(x) is ln(x) / ln(2)."""
    return math.fsum(gain * math.log(2) / math.log(i + 2) for i, gain in enumerate(gains))


def expected_ndcg(gains, k):
    """Compute the NDCG@k of a list that holds something relevant."""
    return expected_dcg(gains[:k]) / expected_dcg(sorted(gains, key=lambda gain: -gain)[:k])


def material(**queries):
    """Make results and judgments from the grades of each query; None stands for unjudged."""
    results, judged = {}, {}
    for query, grades in queries.items():
        results[query] = [f"{query}{number}" for number in range(len(grades))]
        pairs = zip(results[query], grades, strict=True)
        judged[query] = {document: grade for document, grade in pairs if grade is not None}
    return results, judged


@pytest.mark.hint("For each query the lesson asks for two numbers in one value.")
def test_cutoffs_are_pairs():
    """ndcg_at_cutoffs returns a dictionary with a pair for each query."""
    scores = ndcg_at_cutoffs(*material(one=[1], two=[0, 3]))
    assert isinstance(scores, dict)
    assert [len(pair) for pair in scores.values()] == [2, 2]


@pytest.mark.hint("Look at what comes first, the query or the number.")
def test_gap_is_a_pair():
    """largest_gap returns a query and its gap, in this order."""
    answer = largest_gap(*material(only=[0, 1]), 2)
    assert isinstance(answer, tuple)
    query, gap = answer
    assert query == "only"
    assert gap == pytest.approx(1 - expected_ndcg([0, 1], 2))


@pytest.mark.reveal("values")
def test_bus_at_both_cuts():
    """The query "bus" scores 0.231032 at 5 and 0.568777 at 10, as in the lesson."""
    scores = ndcg_at_cutoffs(*material(bus=[1, 0, 0, 1, 0, 4, 2]))
    assert scores["bus"] == pytest.approx((0.231032, 0.568777), abs=1e-6)


def test_first_number_is_cut_at_five():
    """The fifth document counts for the first number, and the sixth does not."""
    grades = [0, 0, 0, 0, 2, 4, 1]
    expected = expected_ndcg(grades, 5)
    assert ndcg_at_cutoffs(*material(q=grades))["q"][0] == pytest.approx(expected)


def test_second_number_is_cut_at_ten():
    """The tenth document counts for the second number, and the eleventh does not."""
    grades = [0] * 9 + [3, 4, 1]
    expected = expected_ndcg(grades, 10)
    assert ndcg_at_cutoffs(*material(q=grades))["q"][1] == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Which grades may fill the best possible first five places?")
def test_ideal_is_sorted_before_the_cut():
    """The ideal of both cuts is the best of all that was retrieved."""
    grades = [1, 2, *[0] * 297, 4]
    expected = (expected_ndcg(grades, 5), expected_ndcg(grades, 10))
    assert ndcg_at_cutoffs(*material(q=grades))["q"] == pytest.approx(expected)


@pytest.mark.hint("What does your code do with an id that is not in the judgments?")
def test_unjudged_documents():
    """An unjudged document adds nothing and keeps its place."""
    expected = expected_ndcg([0, 3, 0, 1], 4)
    scores = ndcg_at_cutoffs(*material(q=[None, 3, None, 1]))
    assert scores["q"] == pytest.approx((expected, expected))


@pytest.mark.points(2)
@pytest.mark.hint("A better order cannot bring in what was not retrieved.")
def test_missed_documents():
    """A judged document that was not found makes no difference to scores and gaps."""
    results, judged = material(q=[2, 1], other=[1, 2])
    without = largest_gap(results, judged, 5)
    judged["q"]["Q1"] = 4
    assert ndcg_at_cutoffs(results, judged)["q"] == pytest.approx((1.0, 1.0))
    assert largest_gap(results, judged, 5) == without


@pytest.mark.hint("Try the three one by one: what is looked up, and what is divided by what?")
def test_nothing_relevant_scores_zero():
    """A query with nothing relevant, nothing judged or nothing found scores 0.0 twice."""
    results, judged = material(zeros=[0, 0, 0], unjudged=[None, None], empty=[])
    results["unknown"] = ["x"]
    scores = ndcg_at_cutoffs(results, judged)
    assert sorted(scores) == ["empty", "unjudged", "unknown", "zeros"]
    for pair in scores.values():
        assert pair == pytest.approx((0.0, 0.0))


def test_queries_keep_their_order():
    """The queries of the dictionary stand in the order of the results."""
    results, judged = material(pear=[1], apple=[2], fig=[1, 2])
    judged = dict(sorted(judged.items()))
    judged["not_asked"] = {"x": 3}
    assert list(ndcg_at_cutoffs(results, judged)) == ["pear", "apple", "fig"]
    names = [f"q{number}" for number in range(300)]
    assert list(ndcg_at_cutoffs(*material(**{name: [1] for name in names}))) == names


def test_cutoffs_of_no_queries():
    """Without any query ndcg_at_cutoffs returns an empty dictionary."""
    assert ndcg_at_cutoffs({}, {"q": {"x": 1}}) == {}


def test_largest_anywhere():
    """The largest gap is found wherever it stands."""
    lists = {"fair": [1, 2], "worst": [0, 0, 3], "best": [2, 1]}
    gap = pytest.approx(1 - expected_ndcg(lists["worst"], 5))
    for order in (("fair", "worst", "best"), ("worst", "best", "fair"), ("best", "fair", "worst")):
        answer = largest_gap(*material(**{query: lists[query] for query in order}), 5)
        assert answer == ("worst", gap)
    many = {f"q{number}": [1, 2] for number in range(299)}
    assert largest_gap(*material(**many, worst=lists["worst"]), 5) == ("worst", gap)


@pytest.mark.points(2)
@pytest.mark.hint("Where in your code does k make a difference?")
def test_cut_decides():
    """Which query has the largest gap depends on the cut."""
    short = {"steady": [1, 3], "deep": [3, 0, 0, 3, 3, 3]}
    first = pytest.approx(1 - expected_ndcg([1, 3], 1))
    second = pytest.approx(1 - expected_ndcg(short["deep"], 3))
    assert largest_gap(*material(**short), 1) == ("steady", first)
    assert largest_gap(*material(**short), 3) == ("deep", second)


@pytest.mark.points(2)
@pytest.mark.hint("How well would the best order of these documents score?")
def test_nothing_relevant_leaves_no_gap():
    """A query with nothing relevant has the lowest score, and no gap."""
    lists = {"hopeless": [0, 0, 0], "poor": [1, 4], "unjudged": [None]}
    expected = 1 - expected_ndcg([1, 4], 5)
    assert largest_gap(*material(**lists), 5) == ("poor", pytest.approx(expected))


@pytest.mark.points(2)
@pytest.mark.hint("What does your code do when a later gap is the same as the largest so far?")
def test_ties_go_to_the_first():
    """Of equal gaps the first query of the results is named."""
    lists = {"mint": [2, 1], "Kiwi": [0, 2], "plum": [0, 2], "date": [0, 2]}
    gap = pytest.approx(1 - expected_ndcg([0, 2], 4))
    assert largest_gap(*material(**lists), 4) == ("Kiwi", gap)
    backwards = dict(reversed(lists.items()))
    assert largest_gap(*material(**backwards), 4) == ("date", gap)


@pytest.mark.hint("Which two numbers does your code compare, and does it round them first?")
def test_nearly_equal_gaps():
    """Gaps that nearly agree are not equal: the larger one is named, wherever it stands."""
    lists = {"smaller": [1, 2], "larger": [1 - 1e-11, 2]}
    gap = pytest.approx(1 - expected_ndcg([1, 2], 2))
    assert largest_gap(*material(**lists), 2) == ("larger", gap)
    assert largest_gap(*material(**dict(reversed(lists.items()))), 2) == ("larger", gap)


@pytest.mark.hint("With which query and which gap does your search for the largest begin?")
def test_no_gap_at_all():
    """Where no query has a gap, the first one is named with 0.0."""
    assert largest_gap(*material(zeta=[2, 2, 0], alpha=[3]), 5) == ("zeta", pytest.approx(0.0))
    assert largest_gap(*material(zeros=[0], alpha=[3]), 5) == ("zeros", pytest.approx(0.0))


@pytest.mark.hint("The gap is a distance between two scores from 0 to 1.")
def test_scale_of_the_grades():
    """Higher grades in the same proportion leave the gap as it is."""
    expected = 1 - expected_ndcg([1, 0, 2], 3)
    for factor in (1, 2, 100, 1e-11):
        grades = [factor, 0, 2 * factor]
        assert largest_gap(*material(q=grades), 3) == ("q", pytest.approx(expected))


def test_k_beyond_the_list():
    """With k beyond the lists the gap is that of the whole lists."""
    expected = 1 - expected_ndcg([0, 1, 2], 3)
    assert largest_gap(*material(q=[0, 1, 2]), 50) == ("q", pytest.approx(expected))
    assert largest_gap(*material(q=[1] * 300), 400) == ("q", pytest.approx(0.0))
    expected = 1 - expected_ndcg([0] * 299 + [1], 300)
    assert largest_gap(*material(q=[0] * 299 + [1]), 400) == ("q", pytest.approx(expected))


@pytest.mark.hint("How large is each gap when nothing is looked at, and which query is named then?")
def test_k_below_one():
    """With a k of 0 or below nothing is looked at, so the first query is named with 0.0."""
    for k in (0, -1, -2):
        answer = largest_gap(*material(good=[3, 1, 2], bad=[0, 1, 3]), k)
        assert answer == ("good", pytest.approx(0.0))


@pytest.mark.points(2)
@pytest.mark.hint("Is there a query that you could name?")
def test_no_queries():
    """Without any query largest_gap raises a ValueError."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        largest_gap({}, {"q": {"x": 1}}, 5)


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """Neither the scores nor the gap are rounded."""
    grades = [1, 1 / 3, 0.2, 9 / 7]
    score = expected_ndcg(grades, 4)
    assert ndcg_at_cutoffs(*material(q=grades))["q"] == pytest.approx((score, score), abs=1e-12)
    assert largest_gap(*material(q=grades), 4) == ("q", pytest.approx(1 - score, abs=1e-12))


@pytest.mark.hint("What does your code keep from one call to the next?")
def test_asked_again():
    """Each call is answered by itself, for other lists and for other judgments."""
    for grades in ({"a": 1, "b": 2, "c": 4}, {"a": 3, "b": 1, "c": 2}):
        for found in (["a", "b", "c"], ["b", "a", "c"]):
            score = expected_ndcg([grades[document] for document in found], 3)
            pairs = ndcg_at_cutoffs({"q": found}, {"q": grades})
            assert pairs["q"] == pytest.approx((score, score))
            answer = largest_gap({"q": found}, {"q": grades}, 3)
            assert answer == ("q", pytest.approx(1 - score))


def test_input_stays_as_it_was():
    """Neither function changes lists or judgments, whatever k is and whatever was judged."""
    results = {"q": ["b", "new", "a"], "unknown": ["y", "z", "x"]}
    judged = {"q": {"b": 1, "a": 3}, "not_asked": {"d": 2}}
    before = copy.deepcopy((results, judged))
    for k in (2, 9, 0, -1):
        assert len(ndcg_at_cutoffs(results, judged)) == 2
        assert len(largest_gap(results, judged, k)) == 2
        assert (results, judged) == before
        assert list(judged["q"]) == ["b", "a"]


@pytest.mark.points(2)
@pytest.mark.hint("Print the gap of every query of a small set and look for the largest yourself.")
def test_many_sets():
    """Both functions agree with the formula over many sets of queries."""
    draw = random.Random(15)
    for k in (5, 1, 3, 10, 12):
        lists = {
            f"q{number}": [draw.randint(0, 4) for _ in range(draw.randint(2, 14))] + [1]
            for number in range(7)
        }
        gaps = {query: 1 - expected_ndcg(grades, k) for query, grades in lists.items()}
        cuts = {query: [expected_ndcg(one, cut) for cut in (5, 10)] for query, one in lists.items()}
        query, gap = largest_gap(*material(**lists), k)
        assert gap == pytest.approx(max(gaps.values()))
        assert gaps[query] == pytest.approx(gap)
        scores = ndcg_at_cutoffs(*material(**lists))
        assert all(scores[one] == pytest.approx(pair) for one, pair in cuts.items())
