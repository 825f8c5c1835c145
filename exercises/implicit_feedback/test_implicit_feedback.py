"""The public cases: read them, run them with `pytest`, add your own."""

import math

import pytest
from implicit_feedback import clipped_weight, grade_of, ips_gain


@pytest.mark.parametrize(
    ("events", "grade"),
    [
        (["impression"], 0),
        (["impression", "click"], 1),
        (["impression", "click", "cart", "click", "purchase"], 3),
        (["impression", "click", "click", "click"], 1),
    ],
)
def test_grades_of_the_lesson(events, grade):
    """The four products of the lesson have the grades 0, 1, 3 and 1."""
    assert grade_of(events) == grade


def test_no_events():
    """A product without events has a grade of 0."""
    assert grade_of([]) == 0


@pytest.mark.parametrize(("clip", "weight"), [(math.inf, 10), (4, 4), (2, 2), (1, 1)])
def test_clips(clip, weight):
    """A click with the propensity 0.1 weighs 10, or what it is clipped at."""
    assert clipped_weight(0.1, clip) == pytest.approx(weight)


@pytest.mark.parametrize(("propensity", "clip"), [(0, 4), (-0.5, 4), (1.5, 4), (0.5, 0.9)])
def test_out_of_range(propensity, clip):
    """A propensity or a clip out of range is refused."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        clipped_weight(propensity, clip)


def test_gain_by_hand():
    """The product that was worked by hand has a gain of 1.25."""
    assert ips_gain([1, 0, 1, 0], [1.0, 0.5, 0.2, 0.1], 4) == pytest.approx(1.25)


def test_product_b():
    """Product B has a gain of 0.5, or of 0.25 when weights are clipped at 2."""
    clicks, propensities = [0, 0, 0, 1, 0, 0, 0, 0], [0.25] * 8
    assert ips_gain(clicks, propensities, 4) == pytest.approx(0.5)
    assert ips_gain(clicks, propensities, 2) == pytest.approx(0.25)
