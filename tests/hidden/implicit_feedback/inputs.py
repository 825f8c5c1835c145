"""Fair inputs of implicit_feedback."""

from random import Random

_draw = Random(1)
_EVENTS = ["click", "cart", "purchase", "view", "scroll"]
_CHANCES = [1, 0.5, 0.25, 0.2, 0.1, 0.05]
_CLIPS = [1, 2, 3, 5, 8, 20]


def grade_of():
    """Give what somebody did, in any order and as often as they like."""
    return [(_draw.choices(_EVENTS, k=_draw.randint(0, 6)),) for _ in range(200)]


def clipped_weight():
    """Give propensities and clips, and some that are none."""
    return [(chance, clip) for chance in [*_CHANCES, 0, -0.5, 1.5] for clip in [*_CLIPS, 0, 0.5]]


def ips_gain():
    """Give showings with and without a click; now and then something does not fit."""
    for _ in range(200):
        size = _draw.randint(0, 5)
        other = size if _draw.random() < 0.9 else _draw.randint(0, 3)
        chances = [*_CHANCES, 0, -0.5, 1.5] if _draw.random() < 0.2 else _CHANCES
        clicks = _draw.choices([0, 1], k=size)
        yield clicks, _draw.choices(chances, k=other), _draw.choice(_CLIPS)
