"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from expected_reciprocal_rank import expected_reciprocal_rank, stop_probability


def test_probabilities():
    """On a scale from 0 to 3 the grades 0 to 3 satisfy with 0, 1/8, 3/8 and 7/8."""
    found = [stop_probability(grade, 3) for grade in range(4)]
    assert found == pytest.approx([0.0, 0.125, 0.375, 0.875])


def test_another_scale():
    """On a scale from 0 to 4 a grade of 3 satisfies with 7/16."""
    assert stop_probability(3, 4) == pytest.approx(0.4375)


def test_list_of_the_lesson():
    """The list [3, 2, 0, 0, 1] has an ERR of 0.900391."""
    assert expected_reciprocal_rank([3, 2, 0, 0, 1], 3) == pytest.approx(0.900391, abs=1e-6)


def test_swapped():
    """With its first two results swapped it has an ERR of 0.650391."""
    assert expected_reciprocal_rank([2, 3, 0, 0, 1], 3) == pytest.approx(0.650391, abs=1e-6)


def test_nothing_relevant():
    """Irrelevant results satisfy no reader."""
    assert expected_reciprocal_rank([0, 0, 0], 3) == pytest.approx(0.0)


def test_grade_outside_of_the_scale():
    """A grade of 4 does not fit on a scale from 0 to 3."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        stop_probability(4, 3)
