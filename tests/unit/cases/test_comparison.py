"""Claims about how what a hidden case expected is written for people."""

import numpy as np
import pytest

from grader.cases.comparison import approx_text, not_raised_text


@pytest.mark.parametrize(
    ("expected", "shown"),
    [
        (pytest.approx(0.6), "0.6"),
        (pytest.approx(-3), "-3"),
        (pytest.approx(0), "0"),
        (pytest.approx(1e-30), "1e-30"),
        (pytest.approx(4.0, rel=1e-9), "4.0"),
        (pytest.approx(5.5, abs=0.5), "5.5 ± 0.5"),
        (pytest.approx(4.0, rel=0.001), "4.0 ± 0.004"),
        (pytest.approx([0.1, 2]), "[0.1, 2]"),
        (pytest.approx((0.1, 2)), "(0.1, 2)"),
        (pytest.approx({"q1": 0.25}), "{'q1': 0.25}"),
        (pytest.approx([0.1, 2], abs=1), "[0.1 ± 1, 2 ± 1]"),
        (pytest.approx(np.array([0.5, 1.5])), "[0.5, 1.5]"),
        (pytest.approx(float("inf")), "inf"),
    ],
)
def test_a_tolerance_for_rounding_is_left_out(expected: object, shown: str) -> None:
    """What is close enough is said where it is more than rounding, and in plain digits."""
    assert approx_text(repr(expected)) == shown


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("DID NOT RAISE ValueError", "ValueError to be raised"),
        ("DID NOT RAISE <class 'ValueError'>", "ValueError to be raised"),
        (
            "DID NOT RAISE (<class 'ValueError'>, <class 'json.decoder.JSONDecodeError'>)",
            "(ValueError, JSONDecodeError) to be raised",
        ),
        ("ValueError not raised", "ValueError to be raised"),
        ("ValueError not raised by add", "ValueError to be raised"),
        ("assert 1 == 2", None),
        ("", None),
    ],
)
def test_a_missing_exception_is_named(message: str, shown: str | None) -> None:
    """What pytest and unittest say of an exception that did not come is what was expected."""
    assert not_raised_text(message) == shown
