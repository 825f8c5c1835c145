"""The hidden cases of rank_biased_precision, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from rank_biased_precision import rank_biased_precision, residual


def weights(p):
    """Yield the weight of each position exactly: the chance of getting there, times 1 - p."""
    reached = Fraction(1)
    while True:
        yield reached * (1 - Fraction(p))
        reached *= Fraction(p)


def expected_rbp(rels, p):
    """Compute the RBP of a list from exact weights."""
    return float(sum(w * Fraction(rel or 0) for w, rel in zip(weights(p), rels, strict=False)))


def expected_residual(rels, p):
    """Compute the residual as all weight that no judged result takes up."""
    known = sum(w for w, rel in zip(weights(p), rels, strict=False) if rel is not None)
    return float(1 - known)


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_both_return_a_number():
    """Both functions return a number."""
    assert is_number(rank_biased_precision([1, 0], 0.25))
    assert is_number(residual([1, 0], 0.25))


@pytest.mark.reveal("values")
def test_page_of_the_lesson():
    """rank_biased_precision([1, 0, 1, 1, 0], 0.5) is 0.6875, as computed by hand."""
    assert rank_biased_precision([1, 0, 1, 1, 0], 0.5) == pytest.approx(0.6875)


@pytest.mark.reveal("values")
def test_residual_of_the_lesson():
    """residual([1, None, 1], 0.5) is 0.375, as computed by hand."""
    assert residual([1, None, 1], 0.5) == pytest.approx(0.375)


@pytest.mark.points(2)
@pytest.mark.hint("How many decisions to go on come before the first result?")
def test_first_result():
    """A relevant result at the top alone is worth 1 - p."""
    for p in (0.125, 0.75, 0.875):
        assert rank_biased_precision([1], p) == pytest.approx(1 - p)


@pytest.mark.hint("Compare the table in the lesson with yours, position by position.")
def test_every_position():
    """Each position is worth p times as much as the one above it."""
    for p in (0.25, 0.875):
        for above in range(8):
            expected = (1 - p) * p**above
            assert rank_biased_precision([0] * above + [1], p) == pytest.approx(expected)
    expected = 0.01 * 0.99**299
    assert rank_biased_precision([0] * 299 + [1], 0.99) == pytest.approx(expected)


def test_each_step_down_costs():
    """The same relevant result is worth less at every position further down."""
    worth = [rank_biased_precision([0] * above + [1], 0.6) for above in range(7)]
    assert min(higher - lower for higher, lower in pairwise(worth)) > 0


@pytest.mark.hint("Which of these two readers gets to position 6 more often?")
def test_patience_looks_further_down():
    """A relevant result far down is worth more to a patient reader."""
    page = [0] * 5 + [1]
    assert rank_biased_precision(page, 0.75) > rank_biased_precision(page, 0.25)


@pytest.mark.points(2)
@pytest.mark.hint("An irrelevant result adds nothing, but the reader may give up at it.")
def test_irrelevant_results_take_up_places():
    """Irrelevant results push those below them down."""
    expected = expected_rbp([0, 1, 0, 0, 1], 0.7)
    assert rank_biased_precision([0, 1, 0, 0, 1], 0.7) == pytest.approx(expected)


@pytest.mark.hint("The best that a short list can reach is below 1.")
def test_only_relevant_results():
    """A list of n relevant results scores 1 - p ** n."""
    for n in (1, 2, 6, 40):
        expected = 1 - 0.75**n
        assert rank_biased_precision([1] * n, 0.75) == pytest.approx(expected)


def test_relevant_in_part():
    """A result that is relevant in part is worth that part."""
    expected = expected_rbp([0.25, 1, 0.75], 0.4)
    assert rank_biased_precision([0.25, 1, 0.75], 0.4) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("Can None be multiplied, and does it take up a position?")
def test_unjudged_in_the_score():
    """An unjudged result counts for the score like an irrelevant one."""
    for rels in ([None, 1], [1, 1, None, 1], [None, None], [0.5, None]):
        expected = expected_rbp(rels, 0.3)
        assert rank_biased_precision(list(rels), 0.3) == pytest.approx(expected)


def test_nothing_relevant():
    """A list without any relevant result scores 0."""
    assert rank_biased_precision([0, 0, 0], 0.9) == 0


def test_empty_list():
    """An empty list scores 0."""
    assert rank_biased_precision([], 0.3) == 0


def test_residual_of_an_empty_list():
    """Of an empty list nothing is known: its residual is 1."""
    assert residual([], 0.3) == pytest.approx(1.0)


@pytest.mark.points(2)
@pytest.mark.hint("How many decisions to go on come before the part below the list?")
def test_residual_below_the_list():
    """Where all results are judged, the residual is p ** n, whatever they are."""
    for rels in ([0], [1, 1], [0, 1, 0], [1, 0.5, 0, 0, 1, 1]):
        expected = 0.6 ** len(rels)
        assert residual(list(rels), 0.6) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("What would this result add to the score if it were relevant?")
def test_residual_in_the_list():
    """An unjudged result adds to the residual what it would add to the score."""
    for rels in ([None, 0], [0, None, 1], [None, 1, None, 0]):
        expected = expected_residual(rels, 0.7)
        assert residual(list(rels), 0.7) == pytest.approx(expected)
    assert residual([0] * 299 + [None], 0.99) == pytest.approx(0.99**299)


@pytest.mark.hint("What is known of such a list?")
def test_nothing_judged():
    """If nothing was judged, the residual is 1 for a list of any length."""
    for n in (1, 3, 12):
        assert residual([None] * n, 0.85) == pytest.approx(1.0)


@pytest.mark.hint("Not relevant and not judged are different things.")
def test_judged_as_irrelevant_is_known():
    """A result that was judged as irrelevant leaves less open than an unjudged one."""
    assert residual([1, 0, 0], 0.55) < residual([1, 0, None], 0.55) < residual([1, None, 0], 0.55)


def test_known_and_open_never_pass_one():
    """Score and residual together are 1 if all that is known is relevant in full."""
    rels = [1, None, 1, 1, None]
    assert rank_biased_precision(rels, 0.625) + residual(rels, 0.625) == pytest.approx(1.0)


@pytest.mark.hint("Which numbers does the lesson allow for p?")
def test_score_refuses_other_numbers():
    """rank_biased_precision raises a ValueError for a p that is not between 0 and 1."""
    for p in (-0.5, 1.5, 0, 1):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            rank_biased_precision([1, 1], p)


@pytest.mark.hint("Which numbers does the lesson allow for p?")
def test_residual_refuses_other_numbers():
    """residual raises a ValueError for a p that is not between 0 and 1."""
    for p in (-0.5, 2, 0, 1):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            residual([1, 1], p)


def test_numbers_near_the_ends():
    """A p that is nearly 0 or nearly 1 lies between them, and is allowed."""
    assert rank_biased_precision([1, 0], 1e-10) == pytest.approx(1.0)
    assert residual([1, 0], 1e-10) == pytest.approx(0.0)
    assert rank_biased_precision([1, 1], 1 - 1e-10) == pytest.approx(0.0, abs=1e-9)
    assert residual([1, 1], 1 - 1e-10) == pytest.approx(1.0)


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """Neither number is rounded, nor p, nor a power of it."""
    rels = [0, 1, None, 0, 1]
    for p in (0.875, 1 / 3):
        score, rest = expected_rbp(rels, p), expected_residual(rels, p)
        assert rank_biased_precision(rels, p) == pytest.approx(score, abs=1e-12)
        assert residual(rels, p) == pytest.approx(rest, abs=1e-12)


@pytest.mark.hint("Does your code change a list? Print it before and after the call.")
def test_input_stays_as_it_was():
    """Your functions do not change the list: a second call agrees."""
    for rels in ([0, None, 1], [0, 1, 0.5]):
        before = list(rels)
        first, second = rank_biased_precision(rels, 0.4), rank_biased_precision(rels, 0.4)
        assert first == second
        assert residual(rels, 0.4) == residual(rels, 0.4)
        assert rels == before


@pytest.mark.points(2)
@pytest.mark.hint("Compute short lists by hand until one answer differs from yours.")
def test_many_lists():
    """Both functions agree with the definition for many lists and readers."""
    draw = random.Random(15)
    for length in range(1, 13):
        rels = [draw.choice([0, 1, 1, None, 0.5]) for _ in range(length)]
        p = draw.randint(2, 14) / 16  # exact in binary: two right ways agree to the last digit
        score, rest = expected_rbp(rels, p), expected_residual(rels, p)
        assert rank_biased_precision(list(rels), p) == pytest.approx(score)
        assert residual(list(rels), p) == pytest.approx(rest)
