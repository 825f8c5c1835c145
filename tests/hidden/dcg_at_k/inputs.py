"""Fair inputs of dcg_at_k."""

from random import Random

_draw = Random(1)
_rels = [_draw.choices(range(5), k=_draw.randint(0, 8)) for _ in range(200)]


def dcg_at_k():
    """Give rankings of grades, with any k."""
    return [(rels, _draw.randint(-2, 10)) for rels in _rels]
