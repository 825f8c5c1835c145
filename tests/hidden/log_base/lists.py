"""Compares two lists of grades by their discounted sums; the cases and inputs.py ask it."""

import math
from itertools import permutations


def is_number(value):
    """Tell a finite number from text, None and truth values."""
    is_real = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_real and math.isfinite(value)


def dcg(grades, divisors):
    """Add up the discounted grades."""
    return math.fsum(grade / divisor for grade, divisor in zip(grades, divisors, strict=True))


def change_places(one, other, pair):
    """Tell whether these are two lists that change places, or None where there are none."""
    places = permutations(range(len(one)), 2)
    if not any(one[i] * other[j] < other[i] * one[j] for i, j in places):
        return pair is None
    a, b = pair
    are_grades = all(is_number(grade) and grade >= 0 for grade in (*a, *b))
    return are_grades and dcg(a, one) > dcg(b, one) and dcg(b, other) > dcg(a, other)
