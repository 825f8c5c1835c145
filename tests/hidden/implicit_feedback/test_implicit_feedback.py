"""The hidden cases of implicit_feedback, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import math
import random
from fractions import Fraction

import pytest
from implicit_feedback import clipped_weight, grade_of, ips_gain

SCALE = ["impression", "click", "cart", "purchase"]


def expected_gain(clicks, propensities, clip):
    """Compute the gain exactly, click by click."""
    bound = Fraction(10**9) if clip == math.inf else Fraction(clip)
    weights = [min(1 / Fraction(p), bound) for c, p in zip(clicks, propensities, strict=True) if c]
    return float(sum(weights) / len(clicks))


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_all_return_a_number():
    """All three functions return a number."""
    assert is_number(grade_of(["click"]))
    assert is_number(clipped_weight(0.5, 3))
    assert is_number(ips_gain([1], [0.5], 3))


def test_each_event_alone():
    """Each event of the table has its grade."""
    for grade, event in enumerate(SCALE):
        assert grade_of([event]) == grade


@pytest.mark.reveal("values")
def test_grade_by_hand():
    """The third product of the lesson has a grade of 3."""
    assert grade_of(["impression", "click", "cart", "click", "purchase"]) == 3


@pytest.mark.points(2)
@pytest.mark.hint("What happens after an event need not be stronger.")
def test_events_in_any_order():
    """The strongest event decides, wherever it stands in the list."""
    assert grade_of(["purchase", "click", "impression"]) == 3
    assert grade_of(["click", "cart", "click"]) == 2
    assert grade_of(["cart", "impression", "impression"]) == 2
    assert grade_of(["click"] * 299 + ["purchase"]) == 3


@pytest.mark.points(2)
@pytest.mark.hint("What are five clicks worth?")
def test_repeated_events():
    """An event counts once, however often it happened."""
    assert grade_of(["click"] * 5) == 1
    assert grade_of(["cart", "cart", "click", "click"]) == 2
    assert grade_of(["purchase", "purchase"]) == 3


@pytest.mark.hint("What is the largest of no numbers?")
def test_no_events():
    """A product without events has a grade of 0."""
    assert grade_of([]) == 0


@pytest.mark.hint("What does your code do with a name that it does not know?")
def test_other_events():
    """Events of other names are worth nothing and do no harm."""
    assert grade_of(["hover", "zoom"]) == 0
    assert grade_of(["hover", "Click"]) == 0
    assert grade_of(["hover", "cart", "zoom"]) == 2


def test_weight_without_clipping():
    """A weight below the clip is 1 divided by the propensity."""
    for propensity, weight in ((1, 1), (0.5, 2), (0.125, 8), (0.8, 1.25), (1 / 7, 7)):
        assert clipped_weight(propensity, 50) == pytest.approx(weight, abs=1e-12)


@pytest.mark.points(2)
@pytest.mark.hint("Which of two numbers is taken, the smaller or the larger?")
def test_weight_is_clipped():
    """A weight above the clip is cut down to it."""
    assert clipped_weight(0.01, 7) == pytest.approx(7)
    assert clipped_weight(0.5, 1.5) == pytest.approx(1.5)
    assert clipped_weight(0.25, 4) == pytest.approx(4)
    assert clipped_weight(1e-10, 4) == pytest.approx(4)


def test_clip_of_one_and_of_infinity():
    """With a clip of 1 every weight is 1, and with an endless one none is clipped."""
    for propensity in (1, 0.5, 0.0625):
        assert clipped_weight(propensity, 1) == pytest.approx(1)
        assert clipped_weight(propensity, math.inf) == pytest.approx(1 / propensity)


@pytest.mark.points(2)
@pytest.mark.hint("Look at the number before you divide by it.")
def test_propensity_of_nobody():
    """A propensity of 0, or a negative one, is refused with a ValueError."""
    for propensity in (0, 0.0, -0.1, -3):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            clipped_weight(propensity, 5)


@pytest.mark.hint("How many people can look at most?")
def test_propensity_above_one():
    """A propensity above 1 is refused with a ValueError."""
    for propensity in (1 + 1e-10, 1.001, 2, 40):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            clipped_weight(propensity, 5)


def test_clip_below_one():
    """A clip below 1 is refused with a ValueError."""
    for clip in (1 - 1e-10, 0.99, 0.5, 0, -2):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            clipped_weight(0.5, clip)


@pytest.mark.reveal("values")
def test_gain_by_hand():
    """The product that the lesson works by hand has a gain of 1.25."""
    assert ips_gain([1, 0, 1, 0], [1.0, 0.5, 0.2, 0.1], 4) == pytest.approx(1.25)


def test_everybody_looks():
    """If every person looks, the gain is the share of showings that were clicked."""
    assert ips_gain([0, 1, 1, 1, 0], [1] * 5, 10) == pytest.approx(0.6)
    assert ips_gain([0] * 299 + [1], [1] * 300, 10) == pytest.approx(1 / 300)


@pytest.mark.points(2)
@pytest.mark.hint("What does a showing without a click add, and does it count?")
def test_showings_without_clicks():
    """Showings without a click add nothing and lower the gain."""
    for others in (0, 1, 6):
        clicks, propensities = [1] + [0] * others, [0.25] + [0.5] * others
        expected = 4 / (1 + others)
        assert ips_gain(clicks, propensities, 8) == pytest.approx(expected)


def test_no_clicks():
    """A product that was shown and never clicked has a gain of 0."""
    assert ips_gain([0, 0, 0], [0.8, 0.5, 0.25], 3) == 0


@pytest.mark.points(2)
@pytest.mark.hint("Which number may not be larger than the clip: a weight, or the gain?")
def test_each_weight_is_clipped():
    """Every click's weight is clipped by itself."""
    clicks, propensities = [1, 1, 0, 0], [0.0625, 0.5, 0.5, 0.5]
    for clip in (1, 1.5, 3, 10):
        expected = expected_gain(clicks, propensities, clip)
        assert ips_gain(clicks, propensities, clip) == pytest.approx(expected)


@pytest.mark.hint("An estimate may miss to either side.")
def test_gain_above_one():
    """A gain above 1 stays as it is."""
    assert ips_gain([1, 1], [0.125, 0.25], 100) == pytest.approx(6.0)


@pytest.mark.hint("What may you not divide by?")
def test_never_shown():
    """A product that was never shown has a gain of 0.0."""
    assert ips_gain([], [], 4) == 0.0


@pytest.mark.points(2)
@pytest.mark.hint("Compare how many clicks and propensities there are.")
def test_lists_of_different_lengths():
    """Lists of different lengths are refused with a ValueError."""
    for clicks, propensities in (([1, 0], [0.5]), ([1], [0.5, 0.5]), ([], [0.5]), ([0], [])):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            ips_gain(clicks, propensities, 4)


@pytest.mark.hint("The same rule holds inside a list.")
def test_clicks_out_of_range():
    """ips_gain refuses what clipped_weight refuses."""
    for propensity, clip in ((0, 4), (1.5, 4), (0.5, 0.5)):
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            ips_gain([1, 1], [1, propensity], clip)


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """Neither a weight nor a gain is rounded."""
    assert clipped_weight(0.3, 9) == pytest.approx(10 / 3, abs=1e-12)
    assert ips_gain([1, 0, 0], [0.3, 0.5, 0.5], 9) == pytest.approx(10 / 9, abs=1e-12)
    assert ips_gain([1, 0, 0], [1 / 7, 0.5, 0.5], 9) == pytest.approx(7 / 3, abs=1e-12)


@pytest.mark.hint("What does your code keep from one call to the next?")
def test_asked_again():
    """Each call is answered by itself, for other clicks and for other propensities."""
    for clicks in ([1, 0, 1], [0, 1, 0]):
        for propensities in ([0.5, 0.25, 1], [1, 0.5, 0.25]):
            expected = expected_gain(clicks, propensities, 4)
            assert ips_gain(clicks, propensities, 4) == pytest.approx(expected)


def test_input_stays_as_it_was():
    """No function changes what it is given, also where nothing counts or the clip is refused."""
    events, clicks, propensities = ["zoom", "hover", "scan"], [0, 1, 0, 0], [0.5, 0.8, 0.25, 1]
    none = [0] * 4
    for clip in (3, 9):
        assert grade_of(events) == 0
        assert is_number(ips_gain(clicks, propensities, clip))
        assert is_number(ips_gain(none, propensities, clip))
        assert events == ["zoom", "hover", "scan"]
        assert (clicks, propensities) == ([0, 1, 0, 0], [0.5, 0.8, 0.25, 1])
    events = ["cart", "impression", "purchase", "click"]
    assert grade_of(events) == 3
    assert events == ["cart", "impression", "purchase", "click"]
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        ips_gain(clicks, propensities, 0.5)
    assert (clicks, propensities) == ([0, 1, 0, 0], [0.5, 0.8, 0.25, 1])


@pytest.mark.points(2)
@pytest.mark.hint("Work a product with two clicks out by hand, one of them clipped.")
def test_many_products():
    """ips_gain agrees with the formula for many products and clips."""
    draw = random.Random(51)
    for length in range(1, 13):
        clicks = [draw.randint(0, 1) for _ in range(length - 1)] + [1]
        propensities = [1 / draw.randint(1, 12) for _ in range(length)]
        for clip in (1, 2.5, 6, math.inf):
            expected = expected_gain(clicks, propensities, clip)
            assert ips_gain(clicks, propensities, clip) == pytest.approx(expected)
