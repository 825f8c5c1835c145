"""Fair inputs of rank_biased_precision."""

from random import Random

_draw = Random(1)
_rels = [_draw.choices([0, 1, None, 0.5], k=_draw.randint(0, 7)) for _ in range(200)]
_patience = [0.5, 0.8, 0.9, 0.25, 0.5, 0.8, 0, 1, -1, 2]


def rank_biased_precision():
    """Give rankings in which some results are not judged, and any patience."""
    return [(rels, _draw.choice(_patience)) for rels in _rels]


def residual():
    """Give the same."""
    return rank_biased_precision()
