"""Writes points as other programs read them, and reads the numbers that they write."""

import math
import re
from fractions import Fraction

_NUMBER = re.compile(r"-?\d{1,64}(?:[.,]\d{1,64})?")  # of a length that somebody meant


def as_number(points: Fraction | str) -> int | float:
    """Return points as JSON holds them: whole where they are whole."""
    exact = Fraction(points)
    return exact.numerator if exact.denominator == 1 else float(exact)


def as_decimal(points: Fraction | str | float, *, mark: str = ".", places: int = 5) -> str:
    """Write points as a decimal without needless zeros; halves are rounded up.

    Five places are what Moodle keeps; Canvas shows two and keeps more. What is no number is said
    to be none, as somebody else's record may hold it.
    """
    if isinstance(points, float) and not math.isfinite(points):
        return str(points)
    scaled = Fraction(points) * 10**places
    rounded = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = str(abs(rounded)).rjust(places + 1, "0")
    fraction = digits[-places:].rstrip("0")
    sign = "-" if rounded < 0 else ""
    return sign + digits[:-places] + (mark + fraction if fraction else "")


def read_amount(cell: str) -> Fraction | None:
    """Read a number with a decimal point or a decimal comma; None where there is none."""
    text = cell.strip()
    return Fraction(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None
