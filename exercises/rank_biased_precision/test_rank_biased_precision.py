"""The public cases: read them, run them with `pytest`, add your own."""

import pytest
from rank_biased_precision import rank_biased_precision, residual

PAGE = [1, 0, 1, 1, 0]


def test_impatient_reader():
    """With p = 0.5 the page of the lesson has an RBP of 0.6875."""
    assert rank_biased_precision(PAGE, 0.5) == pytest.approx(0.6875)


def test_patient_reader():
    """With p = 0.8 it is 0.4304."""
    assert rank_biased_precision(PAGE, 0.8) == pytest.approx(0.4304)


def test_unjudged_result():
    """An unjudged result adds nothing and keeps its position."""
    assert rank_biased_precision([1, None, 1], 0.5) == pytest.approx(0.625)


def test_rest_below_the_list():
    """With everything judged, only what stands below the list is open."""
    assert residual(PAGE, 0.5) == pytest.approx(0.03125)
    assert residual(PAGE, 0.8) == pytest.approx(0.32768)


def test_rest_in_the_list():
    """An unjudged result makes the residual larger."""
    assert residual([1, None, 1], 0.5) == pytest.approx(0.375)


def test_no_such_patience():
    """A p of 1 is refused."""
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        rank_biased_precision(PAGE, 1)
