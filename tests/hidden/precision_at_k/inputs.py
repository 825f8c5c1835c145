"""Fair inputs of precision_at_k."""

from random import Random

_draw = Random(1)
_rels = [_draw.choices([0, 1], k=_draw.randint(0, 8)) for _ in range(200)]


def precision_at_k():
    """Give rankings of zeros and ones, with any k."""
    return [(rels, _draw.randint(-1, 10)) for rels in _rels]
