"""Fair inputs of reciprocal_rank."""

from random import Random

_draw = Random(1)
_rels = [_draw.choices([0, 1], k=_draw.randint(0, 8)) for _ in range(200)]


def reciprocal_rank():
    """Give rankings of zeros and ones."""
    return [(rels,) for rels in _rels]


def mean_reciprocal_rank():
    """Give a few rankings, and none at all."""
    return [(_draw.sample(_rels, _draw.randint(0, 4)),) for _ in range(100)]
