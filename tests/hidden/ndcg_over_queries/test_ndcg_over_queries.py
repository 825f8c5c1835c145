"""The hidden cases of ndcg_over_queries, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import copy
import math
import random
from statistics import fmean

import pytest
from ndcg_over_queries import ndcg, ndcg_all_judged


def expected_dcg(gains):
    """Compute the DCG from natural logarithms: log2(x) is ln(x) / ln(2)."""
    return math.fsum(gain * math.log(2) / math.log(i + 2) for i, gain in enumerate(gains))


def expected_one(gains, candidates, k):
    """Compute the NDCG@k of a query with something relevant among the candidates."""
    return expected_dcg(gains[:k]) / expected_dcg(sorted(candidates, key=lambda g: -g)[:k])


def ranked(*grades):
    """Make a query from grades in ranked order: its list, and judgments in another order."""
    documents = [f"d{number}" for number in range(len(grades))]
    judged = dict(zip(documents, grades, strict=True))
    return documents, dict(sorted(judged.items(), reverse=True))


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_both_return_a_number():
    """Both functions return a number."""
    found, judged = ranked(1, 2)
    assert is_number(ndcg({"q": found}, {"q": judged}))
    assert is_number(ndcg_all_judged({"q": found}, {"q": judged}))


@pytest.mark.reveal("values")
def test_query_of_the_lesson():
    """The query "tea" scores 0.950833, as computed by hand in the lesson."""
    grades = {"doc_X": 4, "doc_Y": 2, "doc_Z": 0, "doc_W": 3}
    results = {"tea": ["doc_X", "doc_Y", "doc_Z", "doc_W"]}
    assert ndcg(results, {"tea": grades}) == pytest.approx(0.950833, abs=1e-6)


def test_documents_swapped():
    """A better document that changes places with a worse one above it raises the score."""
    found, judged = ranked(2, 0, 1)
    better = [found[0], found[2], found[1]]
    lower = ndcg({"q": found}, {"q": judged})
    assert lower == pytest.approx(expected_one([2, 0, 1], [2, 0, 1], 3))
    assert ndcg({"q": better}, {"q": judged}) > lower


def test_perfect_order():
    """Documents in the best order score 1.0 with both functions when all judged were found."""
    found, judged = ranked(3, 3, 1, 0)
    assert ndcg({"q": found}, {"q": judged}) == pytest.approx(1.0)
    assert ndcg_all_judged({"q": found}, {"q": judged}) == pytest.approx(1.0)


@pytest.mark.points(2)
@pytest.mark.hint("What does your code do with an id that is not in the judgments?")
def test_unjudged_is_worth_nothing():
    """An unjudged document adds nothing."""
    judged = {"q": {"a": 4, "b": 1}}
    expected = expected_one([1, 0, 4], [1, 0, 4], 3)
    assert ndcg({"q": ["b", "A", "a"]}, judged) == pytest.approx(expected)
    assert ndcg_all_judged({"q": ["b", "A", "a"]}, judged) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("A reader has to go past it too.")
def test_unjudged_keeps_its_place():
    """An unjudged document takes up a position, also at the top and at the cut."""
    judged = {"q": {"a": 3}}
    assert ndcg({"q": ["new", "newer", "a"]}, judged) == pytest.approx(0.5)
    assert ndcg({"q": ["new", "newer", "a"]}, judged, 2) == pytest.approx(0.0)


@pytest.mark.points(2)
@pytest.mark.hint("Which grades may fill the best possible first k places?")
def test_ideal_is_sorted_before_the_cut():
    """The ideal is the best of all that was retrieved, not of the first k only."""
    found, judged = ranked(1, 0, 0, 4, 2)
    expected = expected_one([1, 0, 0, 4, 2], [1, 0, 0, 4, 2], 3)
    assert ndcg({"q": found}, {"q": judged}, 3) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("One of the two functions knows only what was retrieved.")
def test_missed_document_in_ndcg():
    """A judged document that was not found makes no difference to ndcg."""
    judged = {"q": {"a": 1, "b": 2, "missed": 4}}
    expected = expected_one([1, 2], [1, 2], 5)
    assert ndcg({"q": ["a", "b"]}, judged, 5) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("One of the two functions knows all judgments of the query.")
def test_missed_document_in_ndcg_all_judged():
    """A judged document that was not found lowers ndcg_all_judged."""
    judged = {"q": {"a": 1, "b": 2, "missed": 4}}
    expected = expected_one([1, 2], [1, 2, 4], 5)
    assert ndcg_all_judged({"q": ["a", "b"]}, judged, 5) == pytest.approx(expected)


def test_only_the_best_of_all_judged_make_the_ideal():
    """With more judged documents than k, the k best of them make the ideal."""
    judged = {"q": {"a": 1, "b": 2, "c": 4, "d": 3}}
    expected = expected_one([2, 1], [1, 2, 4, 3], 2)
    assert ndcg_all_judged({"q": ["b", "a"]}, judged, 2) == pytest.approx(expected)


def test_mean_of_three_queries():
    """The score is the mean of the scores of the queries, each of which counts once."""
    lists = {"one": (2, 4), "two": (0, 1, 1), "three": (4, 0, 0, 0, 3)}
    results = {query: ranked(*grades)[0] for query, grades in lists.items()}
    judged = {query: ranked(*grades)[1] for query, grades in lists.items()}
    expected = fmean(expected_one(grades, grades, 10) for grades in lists.values())
    assert ndcg(results, judged) == pytest.approx(expected)
    assert ndcg_all_judged(results, judged) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("How do you find the judgments that belong to a query?")
def test_judgments_in_another_order():
    """Judgments are found by the name of the query, whatever order they stand in."""
    results = {"east": ["a", "b"], "west": ["b", "a"]}
    judged = {"west": {"a": 1, "b": 4}, "east": {"a": 2, "b": 3}}
    expected = fmean([expected_one([2, 3], [2, 3], 10), 1.0])
    assert ndcg(results, judged) == pytest.approx(expected)
    assert ndcg_all_judged(results, judged) == pytest.approx(expected)


@pytest.mark.hint("Over which queries does the lesson take the mean?")
def test_query_that_was_not_asked():
    """A query that was judged and not asked does not count."""
    found, grades = ranked(1, 3)
    expected = expected_one([1, 3], [1, 3], 10)
    judged = {"asked": grades, "Asked": {"x": 2}}
    assert ndcg({"asked": found}, judged) == pytest.approx(expected)
    assert ndcg_all_judged({"asked": found}, judged) == pytest.approx(expected)


@pytest.mark.hint("What may you not divide by?")
def test_nothing_relevant():
    """A query whose documents are all irrelevant scores 0.0."""
    found, judged = ranked(0, 0)
    assert ndcg({"q": found}, {"q": judged}) == pytest.approx(0.0)
    assert ndcg_all_judged({"q": found}, {"q": judged}) == pytest.approx(0.0)


@pytest.mark.points(2)
@pytest.mark.hint("Finding nothing must not be rewarded.")
def test_nothing_relevant_stays_in_the_mean():
    """A query that scores 0.0 stays in the mean."""
    results = {"good": ["a"], "bad": ["b"]}
    judged = {"good": {"a": 3}, "bad": {"b": 0}}
    assert ndcg(results, judged) == pytest.approx(0.5)
    assert ndcg_all_judged(results, judged) == pytest.approx(0.5)


@pytest.mark.hint("Which grades does your code give to documents without a judgment?")
def test_query_without_judgments():
    """A query without judgments scores 0.0 and stays in the mean."""
    results = {"good": ["a"], "new": ["a", "b"]}
    assert ndcg(results, {"good": {"a": 1}}) == pytest.approx(0.5)
    assert ndcg_all_judged(results, {"good": {"a": 1}}) == pytest.approx(0.5)


def test_nothing_found():
    """A query for which nothing was found scores 0.0."""
    assert ndcg({"q": []}, {"q": {"a": 2}}) == pytest.approx(0.0)
    assert ndcg_all_judged({"q": []}, {"q": {"a": 2}}) == pytest.approx(0.0)


@pytest.mark.points(2)
@pytest.mark.hint("There is no mean of no numbers: which error does the lesson ask for?")
def test_no_queries_in_ndcg():
    """Without any query ndcg raises a ValueError."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        ndcg({}, {"q": {"a": 1}})


def test_no_queries_in_ndcg_all_judged():
    """Without any query ndcg_all_judged raises a ValueError."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        ndcg_all_judged({}, {"q": {"a": 1}})


@pytest.mark.hint("How far does your code look if the caller gives no k?")
def test_ten_places_by_default():
    """If the caller gives no k, only the first ten places count."""
    grades = [1] * 9 + [0, 3, 2]
    found, judged = ranked(*grades)
    expected = expected_one(grades, grades, 10)
    assert ndcg({"q": found}, {"q": judged}) == pytest.approx(expected)
    assert ndcg_all_judged({"q": found}, {"q": judged}) == pytest.approx(expected)


def test_k_of_one():
    """With k = 1 only the first document counts, against the best one."""
    judged = {"q": {"a": 1, "b": 2, "c": 4}}
    assert ndcg({"q": ["a", "b"]}, judged, 1) == pytest.approx(0.5)
    assert ndcg_all_judged({"q": ["a", "b"]}, judged, 1) == pytest.approx(0.25)


@pytest.mark.hint("What does a negative number in a slice mean in Python?")
def test_k_below_one():
    """With a k of 0 or below nothing is looked at, and the score is 0.0."""
    found, judged = ranked(2, 1, 3)
    for k in (0, -1, -2):
        assert ndcg({"q": found}, {"q": judged}, k) == pytest.approx(0.0)
        assert ndcg_all_judged({"q": found}, {"q": judged}, k) == pytest.approx(0.0)


@pytest.mark.hint("Does your code stop after some number of documents or queries?")
def test_last_of_many():
    """The last of many documents counts, and so does the last of many queries."""
    found = [f"d{number}" for number in range(300)]
    grades = dict.fromkeys(found, 1) | {"d299": 2}
    many = {f"q{number}": ["new"] for number in range(299)} | {"q": found}
    last = expected_dcg([0] * 299 + [1])
    for function in (ndcg, ndcg_all_judged):
        assert function({"q": found}, {"q": {"d299": 3}}, 300) == pytest.approx(last)
        assert function({"q": found}, {"q": grades}, 1) == pytest.approx(0.5)
        assert function({"q": found[::-1]}, {"q": grades}, 300) == pytest.approx(1.0)
        assert function(many, {"q": grades}, 1) == pytest.approx(0.5 / 300)


def test_size_of_the_grades():
    """Grades that are all smaller, or larger, by the same factor give the same score."""
    expected = expected_one([1, 0, 5], [1, 0, 5], 10)
    for factor in (1e-11, 1, 1000):
        found, judged = ranked(1 * factor, 0, 5 * factor)
        assert ndcg({"q": found}, {"q": judged}) == pytest.approx(expected)
        assert ndcg_all_judged({"q": found}, {"q": judged}) == pytest.approx(expected)


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """Neither the scores of the queries nor their mean are rounded."""
    lists = {"one": (1 / 3, 9 / 7, 0.2), "two": (0, 2, 5), "three": (1, 4)}
    results = {query: ranked(*grades)[0] for query, grades in lists.items()}
    judged = {query: ranked(*grades)[1] for query, grades in lists.items()}
    expected = fmean(expected_one(grades, grades, 10) for grades in lists.values())
    assert ndcg(results, judged) == pytest.approx(expected, abs=1e-12)
    assert ndcg_all_judged(results, judged) == pytest.approx(expected, abs=1e-12)


@pytest.mark.hint("What does your code keep from one call to the next?")
def test_asked_again():
    """Each call is answered by itself: another k, list or judgment gives another score."""
    for grades in ({"a": 1, "b": 2, "c": 4}, {"a": 3, "b": 1, "c": 2}):
        for found in (["a", "b", "c"], ["b", "c", "a"]):
            for k in (1, 2):
                gains = [grades[document] for document in found]
                expected = expected_one(gains, gains, k)
                assert ndcg({"q": found}, {"q": grades}, k) == pytest.approx(expected)
                assert ndcg_all_judged({"q": found}, {"q": grades}, k) == pytest.approx(expected)


@pytest.mark.hint("Some ways of sorting make a new list; others change the list they get.")
def test_input_stays_as_it_was():
    """Lists and judgments stay as they were, whatever k is and whatever was judged."""
    results = {"q": ["b", "new", "a"], "unknown": ["y", "z", "x"]}
    judged = {"q": {"a": 1, "b": 3, "missed": 2}}
    before = copy.deepcopy((results, judged))
    for k in (2, 9, 0, -1):
        first = [ndcg(results, judged, k), ndcg_all_judged(results, judged, k)]
        assert (results, judged) == before
        assert list(judged["q"]) == ["a", "b", "missed"]
        assert [ndcg(results, judged, k), ndcg_all_judged(results, judged, k)] == first


@pytest.mark.points(2)
@pytest.mark.hint("Work two short queries out by hand and compare them one by one.")
def test_many_queries():
    """Both functions agree with the formula over many queries and cuts."""
    draw = random.Random(8)
    for k in (1, 2, 3, 5, 8, 13):
        results, judged, narrow, wide = {}, {}, [], []
        for number in range(6):
            grades = {f"d{one}": draw.randint(0, 4) for one in range(9)} | {"d9": 2}
            found = [*draw.sample(sorted(grades), 5), "new", "d9"]
            found = list(dict.fromkeys(draw.sample(found, len(found))))
            gains = [grades.get(document, 0) for document in found]
            results[f"q{number}"], judged[f"q{number}"] = found, grades
            narrow.append(expected_one(gains, gains, k))
            wide.append(expected_one(gains, list(grades.values()), k))
        assert ndcg(results, judged, k) == pytest.approx(fmean(narrow))
        assert ndcg_all_judged(results, judged, k) == pytest.approx(fmean(wide))
