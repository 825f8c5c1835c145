"""Fair inputs of hit_rate."""

from random import Random

_draw = Random(1)
_NAMES = ["emma", "dune", "ulysses", "macbeth", "faust"]


def held_out_rank():
    """Give rankings with an item that is not among the known ones, and may be missing."""
    for _ in range(200):
        item = _draw.choice(_NAMES)
        known = _draw.sample([name for name in _NAMES if name != item], _draw.randint(0, 2))
        yield _draw.sample(_NAMES, _draw.randint(0, 3)), item, known


def hit_rate():
    """Give ranks of some people, and a k."""
    ranks = [*range(1, 9), None, None]
    return [(_draw.choices(ranks, k=_draw.randint(0, 5)), _draw.randint(-1, 9)) for _ in range(200)]


def sampled_hit_rate():
    """Give ranks in a small catalogue, with a k and a number of negatives."""
    for _ in range(200):
        items = _draw.randint(1, 7)
        ranks = _draw.choices(range(1, items + 1), k=_draw.randint(0, 3))
        yield ranks, _draw.randint(-1, items + 1), items, _draw.randint(0, items - 1)
