"""Fair inputs of unjudged_documents."""

from random import Random

_draw = Random(1)
_NAMES = ["p1", "p2", "p3", "p4", "p5", "p6"]


def _ranking():
    return _draw.sample(_NAMES, _draw.randint(0, 5))


def pool():
    """Give a few runs with any depth."""
    return [
        ([_ranking() for _ in range(_draw.randint(0, 3))], _draw.randint(-2, 6)) for _ in range(200)
    ]


def condensed():
    """Give rankings in which some documents were judged, or all, or none."""
    for _ in range(200):
        judged = _draw.sample(_NAMES, _draw.randint(0, 6))
        yield _ranking(), {name: _draw.choice([0, 1, 0, 2, 0.5]) for name in sorted(judged)}


def bpref():
    """Give the same."""
    return condensed()
