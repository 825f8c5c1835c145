"""Points are exact, and numbers of other programs are read either way."""

from fractions import Fraction

import pytest

from grader.model.amounts import as_decimal, as_number, read_amount


@pytest.mark.parametrize(
    ("points", "text"),
    [
        ("0", "0"),
        ("10", "10"),
        ("23/2", "11.5"),
        ("1/3", "0.33333"),
        ("2/3", "0.66667"),
        ("-3/2", "-1.5"),
        ("1/200000", "0.00001"),
        ("999999/1000000", "1"),
    ],
)
def test_decimals(points: str, text: str) -> None:
    """Five places, halves up, no needless zeros."""
    assert as_decimal(points) == text
    assert read_amount(as_decimal(points, mark=",")) == Fraction(text)


def test_numbers_of_json() -> None:
    """Whole points are whole numbers."""
    assert (as_number("3"), as_number("23/2")) == (3, 11.5)
    assert isinstance(as_number("3"), int)


@pytest.mark.parametrize("cell", ["", "EX", "1.000,5", "5%", "-", "1e5", "N/A", "nan", "9" * 5000])
def test_no_numbers(cell: str) -> None:
    """What is no plain number is none."""
    assert read_amount(cell) is None


@pytest.mark.parametrize("share", ["nan", "inf", "-inf"])
def test_what_is_no_number_is_said_to_be_none(share: str) -> None:
    """Somebody else's record may hold one, and a table is written all the same."""
    assert as_decimal(float(share)) == share
