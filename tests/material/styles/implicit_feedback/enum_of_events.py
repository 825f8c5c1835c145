from enum import IntEnum
from fractions import Fraction


class Event(IntEnum):
    click = 1
    cart = 2
    purchase = 3


def grade_of(events):
    known = [Event[event] for event in events if event in Event.__members__]
    return max(known, default=0)


def clipped_weight(propensity, clip):
    if clip < 1 or propensity <= 0 or propensity > 1:
        raise ValueError(f"{propensity=} {clip=}")
    return 1 / propensity if 1 / propensity < clip else clip


def ips_gain(clicks, propensities, clip):
    if len(clicks) != len(propensities):
        raise ValueError("a propensity for each showing")
    total = sum(Fraction(click * clipped_weight(p, clip)) for click, p in zip(clicks, propensities))
    return float(total / len(clicks)) if clicks else 0.0
