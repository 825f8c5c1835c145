"""Computes what a class says about one case: exact where points are, undefined where it is."""

from collections.abc import Sequence
from fractions import Fraction
from math import copysign, sqrt


def correlation(pairs: Sequence[tuple[int, Fraction]]) -> float | None:
    """Return Pearson's correlation of 0 or 1 with a number: the point-biserial one.

    None where either side is constant: no line goes through one point.
    """
    count = len(pairs)
    first = sum(one for one, _ in pairs)
    second = sum((other for _, other in pairs), Fraction(0))
    spread_of_first = count * first - first * first  # of 0 and 1, the square is the number
    squares = sum((other * other for _, other in pairs), Fraction(0))
    spread_of_second = count * squares - second * second
    if not spread_of_first or not spread_of_second:
        return None
    joint = count * sum((other for one, other in pairs if one), Fraction(0)) - first * second
    return copysign(sqrt(joint * joint / (spread_of_first * spread_of_second)), joint)


def quantile(values: Sequence[float], share: float) -> float | None:
    """Return a quantile, between two values in proportion (type 7 of Hyndman and Fan)."""
    if not values:
        return None
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def middle(values: Sequence[Fraction]) -> Fraction | None:
    """Return the median, exactly."""
    if not values:
        return None
    ordered = sorted(values)
    half = len(ordered) // 2
    return (ordered[half] + ordered[-half - 1]) / 2
