"""Compares two lists of grades by their discounted sums; the cases ask it."""

import math


def is_number(value):
    """Tell a finite number from text, None and truth values."""
    is_real = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_real and math.isfinite(value)


def dcg(grades, divisors):
    """Add up the discounted grades."""
    return math.fsum(grade / divisor for grade, divisor in zip(grades, divisors, strict=True))
