"""The hidden cases of unjudged_documents, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import copy
import random
from fractions import Fraction

import pytest
from unjudged_documents import bpref, condensed, pool


def expected_pool(runs, depth):
    """List every name that stands at one of the first positions of a run."""
    found = [name for run in runs for place, name in enumerate(run, 1) if place <= depth]
    return sorted(dict.fromkeys(found))


def expected_bpref(ranking, judged):
    """Compute bpref exactly, by asking for each pair of judged documents."""
    good = [name for name, grade in judged.items() if grade > 0]
    bound = min(len(good), len(judged) - len(good))
    total = Fraction(0)
    for place, name in enumerate(ranking):
        if name in good:
            bad = sum(above in judged and above not in good for above in ranking[:place])
            total += 1 - Fraction(min(bad, bound), bound) if bound else 1
    return float(total / len(good)) if good else 0.0


def listed(grades):
    """Name documents in ranked order, and judge those that have a grade."""
    ranking = [f"doc{place}" for place in range(len(grades))]
    pairs = zip(ranking, grades, strict=True)
    return ranking, {name: grade for name, grade in pairs if grade is not None}


def test_bpref_returns_a_number():
    """bpref returns one number."""
    value = bpref(["u", "v"], {"v": 1, "w": 0})
    assert isinstance(value, (int, float))
    assert not isinstance(value, bool)


@pytest.mark.reveal("values")
def test_pool_of_the_lesson():
    """The pool of depth 3 of the lesson's three runs holds six names."""
    expected = ["d1", "d2", "d3", "d5", "d6", "d7"]
    runs = [f"{one}".split() for one in ("d3 d1 d7 d4", "d1 d5 d3 d8", "d6 d3 d2 d1")]
    assert pool(runs, 3) == expected


@pytest.mark.reveal("values")
def test_new_engine_of_the_lesson():
    """The new engine of the lesson has a bpref of 0.444444."""
    judged = {"d1": 2, "d2": 0, "d3": 1, "d5": 0, "d6": 1, "d7": 0}
    value = bpref(["d9", "d5", "d3", "d4", "d1"], judged)
    assert value == pytest.approx(0.444444, abs=1e-6)


def test_pool_is_a_list():
    """pool returns a list of names."""
    assert pool([["only"]], 4) == ["only"]


@pytest.mark.points(2)
@pytest.mark.hint("How often is a document judged that three engines found?")
def test_pool_holds_each_name_once():
    """A document that several engines found is in the pool once."""
    assert pool([["k", "m"], ["m", "k"], ["k", "z"]], 2) == ["k", "m", "z"]


@pytest.mark.hint("The judge should not see which engine found a document.")
def test_pool_is_sorted():
    """The names are sorted, whatever the order of the runs and in the runs."""
    assert pool([["m", "c"], ["x", "a"]], 2) == ["a", "c", "m", "x"]
    assert pool([["x", "a"], ["c", "m"]], 2) == ["a", "c", "m", "x"]
    assert pool([["b", "a"], ["C", "B"]], 2) == ["B", "C", "a", "b"]


@pytest.mark.points(2)
@pytest.mark.hint("Which position is the last that is judged?")
def test_pool_goes_down_to_the_depth():
    """The result at the position of the depth is in the pool, and the next one is not."""
    runs = [["h", "e", "b", "g"], ["f", "j", "i", "c"]]
    for depth in (1, 2, 3):
        expected = expected_pool(runs, depth)
        assert pool(runs, depth) == expected


def test_one_engine_is_enough():
    """A document that only one engine found is in the pool too."""
    assert pool([["q", "r"], ["s", "r"], ["t", "r"]], 1) == ["q", "s", "t"]
    assert pool([["s"]] * 299 + [["q"]], 1) == ["q", "s"]


def test_depth_beyond_a_run():
    """A run that is shorter than the depth goes into the pool as a whole."""
    assert pool([["g"], [], ["e", "f", "h"]], 2) == ["e", "f", "g"]
    assert pool([["g"], ["n", "e", "f"]], 50) == ["e", "f", "g", "n"]


@pytest.mark.hint("What does a negative number in a slice mean in Python?")
def test_depth_below_one():
    """With a depth of 0 or below nothing is judged."""
    for depth in (0, -1, -2):
        assert pool([["v", "u", "w"], ["t", "u"]], depth) == []


def test_no_runs():
    """Without any run, or with empty runs only, the pool is empty."""
    assert pool([], 3) == []
    assert pool([[], []], 3) == []


@pytest.mark.points(2)
@pytest.mark.hint("What is left of the list when the unjudged documents are removed?")
def test_condensed_leaves_out_the_unjudged():
    """An unjudged document is left out, wherever it stands."""
    for grades in ([None, 1, 3], [2, None, None, 1], [4, 1, None], [None, 2, None, 5, None]):
        ranking, judged = listed(grades)
        expected = [grade for grade in grades if grade is not None]
        assert condensed(ranking, judged) == expected
    assert condensed(["N", "n"], {"n": 2}) == [2]


@pytest.mark.points(2)
@pytest.mark.hint("Not relevant and not judged are different things.")
def test_condensed_keeps_zeros():
    """A document that was judged with a grade of 0 stays."""
    ranking, judged = listed([0, None, 2, 0, None, 0])
    assert condensed(ranking, judged) == [0, 2, 0, 0]


@pytest.mark.hint("Which of the two tells you the order?")
def test_condensed_follows_the_ranking():
    """The grades stand in the order of the ranking, not of the judgments."""
    judged = {"a": 1, "b": 4, "c": 3, "missed": 2}
    assert condensed(["c", "new", "a", "b"], judged) == [3, 1, 4]


def test_condensed_keeps_the_grades():
    """The grades are kept as they are, fractions too."""
    assert condensed(["e", "g", "f"], {"g": 0.25, "e": 3, "f": 1.5}) == [3, 0.25, 1.5]


def test_condensed_of_nothing():
    """An empty list, and one in which nothing was judged, are empty when condensed."""
    assert condensed([], {"s": 1}) == []
    assert condensed(["s", "t"], {"z": 1}) == []
    assert condensed(["s", "t"], {}) == []


def test_only_good_ones_above():
    """If all relevant documents were found above every bad one, bpref is 1."""
    ranking, judged = listed([1, 1, 0, 0, 0])
    assert bpref(ranking, judged) == pytest.approx(1.0)


@pytest.mark.points(2)
@pytest.mark.hint("What does each bad document above take away?")
def test_each_bad_document_above_costs():
    """Each document above that was judged as not relevant costs the same share."""
    for bad in range(5):
        grades = [0] * bad + [1] + [0] * (4 - bad)
        ranking, judged = listed([*grades, 1, 1, 1])
        expected = expected_bpref(ranking, judged)
        assert bpref(ranking, judged) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Is an unjudged document above counted?")
def test_unjudged_documents_change_nothing():
    """Unjudged documents make no difference to bpref, wherever they stand."""
    expected = expected_bpref(*listed([0, 1, 0, 1, 1]))
    for grades in ([None, 0, 1, 0, 1, 1], [0, 1, None, None, 0, 1, None, 1], [0, 1, 0, 1, 1, None]):
        assert bpref(*listed(grades)) == pytest.approx(expected)
    assert bpref(["B", "g"], {"g": 1, "b": 0}) == pytest.approx(1.0)


@pytest.mark.points(2)
@pytest.mark.hint("By how many documents is the sum divided?")
def test_missed_documents():
    """A relevant document that was not found adds nothing, and is counted in R."""
    ranking, judged = listed([1, 0, 1])
    for missed in (1, 2, 6):
        more = judged | {f"missed{one}": 1 for one in range(missed)} | {"bad": 0}
        expected = expected_bpref(ranking, more)
        assert bpref(ranking, more) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Only the first R bad documents count.")
def test_more_bad_than_good():
    """Below R documents that were judged as not relevant, a relevant one adds 0."""
    for grades in ([0, 0, 1, 0], [0, 0, 0, 1, 0, 1], [0, 1, 0, 0, 0, 1]):
        ranking, judged = listed(grades)
        expected = expected_bpref(ranking, judged)
        assert bpref(ranking, judged) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("What is the smaller of R and N?")
def test_more_good_than_bad():
    """With fewer bad documents than good ones, their number is the bound."""
    for grades in ([1, 1, 0, 1, 1], [1, 0, 1, 0, 1, 1], [0, 1, 1, 1]):
        ranking, judged = listed(grades)
        expected = expected_bpref(ranking, judged)
        assert bpref(ranking, judged) == pytest.approx(expected)


def test_bad_documents_that_were_not_found():
    """N counts all documents that were judged as not relevant, found or not."""
    ranking, judged = listed([0, 1, 1, 1])
    more = judged | {"elsewhere": 0, "far": 0}
    expected = expected_bpref(ranking, more)
    assert bpref(ranking, more) == pytest.approx(expected)


@pytest.mark.hint("What may you not divide by?")
def test_nothing_judged_as_bad():
    """If nothing was judged as not relevant, bpref is the share of the relevant ones found."""
    assert bpref(["n", "g", "m"], {"g": 2, "m": 1}) == pytest.approx(1.0)
    assert bpref(["n", "g"], {"g": 2, "m": 1, "o": 1, "p": 3}) == pytest.approx(0.25)


@pytest.mark.hint("What may you not divide by?")
def test_nothing_judged_as_relevant():
    """If nothing was judged as relevant, or nothing was judged, bpref is 0."""
    assert bpref(["g", "m"], {"g": 0, "m": 0}) == 0
    assert bpref(["g", "m"], {}) == 0
    assert bpref([], {}) == 0


def test_nothing_found():
    """A search that found nothing, or nothing that was judged, has a bpref of 0."""
    assert bpref([], {"g": 1, "m": 0}) == 0
    assert bpref(["s", "t"], {"g": 1, "m": 0}) == 0


@pytest.mark.hint("There is no cut in this lesson but the depth of the pool.")
def test_long_lists():
    """A document far down a long list counts like any other."""
    ranking, judged = listed([1, *[None] * 300, 0, 2, 1])
    expected = expected_bpref(ranking, judged)
    assert bpref(ranking, judged) == pytest.approx(expected)
    assert condensed(ranking, judged) == [1, 0, 2, 1]
    assert pool([ranking], 400) == sorted(ranking)


def test_grades_count_alike():
    """Every grade above 0 is relevant, and none counts more than another."""
    expected = expected_bpref(*listed([0, 1, 1, 0, 1]))
    for grades in ([0, 3, 1, 0, 2], [0, 1e-50, 4, 0, 0.5]):
        assert bpref(*listed(grades)) == pytest.approx(expected)


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """Neither bpref nor a grade is rounded."""
    ranking, judged = listed([0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 1])
    expected = expected_bpref(ranking, judged)
    assert bpref(ranking, judged) == pytest.approx(expected, abs=1e-12)
    fine = 1 / 3 + 1e-9
    assert condensed(["r"], {"r": fine}) == [fine]


@pytest.mark.hint("What does your code keep from one call to the next?")
def test_asked_again():
    """Each call is answered by itself: another ranking, judgment or depth, another answer."""
    for ranking in (["a", "b", "c"], ["c", "a", "b"]):
        for judged in ({"a": 1, "b": 0, "c": 2}, {"a": 0, "b": 3, "c": 1}):
            expected = expected_bpref(ranking, judged)
            assert bpref(ranking, judged) == pytest.approx(expected)
            assert condensed(ranking, judged) == [judged[name] for name in ranking]
    for runs in ([["b", "a"], ["c", "d"]], [["d", "c"], ["f", "e"]]):
        for depth in (1, 2):
            assert pool(runs, depth) == expected_pool(runs, depth)


@pytest.mark.hint("Some ways of sorting make a new list; others change the list they get.")
def test_input_stays_as_it_was():
    """Runs, rankings and judgments stay as they were: a second call agrees."""
    given = [["w", "new", "v"], ["v"], [], ["z", "w", "y", "x"]], {"v": 1, "x": 0, "w": 2}
    runs, judged = copy.deepcopy(given)
    for depth in (2, 9, 0, -1):
        first = pool(runs, depth)
        assert (runs, judged) == given
        assert pool(runs, depth) == first
    for function in (condensed, bpref):
        for grades in (judged, {}, {"y": 0}, {"y": 1}):
            before = list(grades.items())
            for ranking in runs:
                first = function(ranking, grades)
                assert (runs, list(grades.items())) == (given[0], before)
                assert function(ranking, grades) == first


@pytest.mark.points(2)
@pytest.mark.hint("Compute short lists by hand until one answer differs from yours.")
def test_many_lists():
    """All three functions agree with their definitions for many lists."""
    draw = random.Random(21)
    for depth in range(1, 12):
        names = [f"n{one}" for one in range(12)]
        runs = [draw.sample(names, draw.randint(1, 12)) for _ in range(4)]
        expected = expected_pool(runs, depth)
        assert pool(runs, depth) == expected
        judged = {name: draw.choice([0, 0, 1, 2]) for name in expected}
        for ranking in runs:
            value = expected_bpref(ranking, judged)
            assert condensed(ranking, judged) == [judged[n] for n in ranking if n in judged]
            assert bpref(ranking, judged) == pytest.approx(value)
