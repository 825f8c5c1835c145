"""Fair inputs of compare_rankings."""

from random import Random

_draw = Random(1)
_SCORES = [0, 1, 2, 3, 0.5, 0.2]
_PAGES = ["p1", "p2", "p3", "p4", "p5"]
_PATIENCE = [0.5, 0.8, 0.9, 0.25, 0.5, 0.8, 0, 1, -1, 2]


def _sides(most):
    """Give two scores of a few items; now and then one list is longer."""
    size = _draw.randint(0, most)
    other = size if _draw.random() < 0.8 else _draw.randint(0, 3)
    return _draw.choices(_SCORES, k=size), _draw.choices(_SCORES, k=other)


def _page():
    return _draw.sample(_PAGES, _draw.randint(0, 5))


def kendall_tau():
    """Give two scores of a few items, some without an order."""
    return [_sides(5) for _ in range(200)]


def agreement():
    """Give two pages with any depth."""
    return [(_page(), _page(), _draw.randint(-2, 7)) for _ in range(200)]


def rank_biased_overlap():
    """Give two pages, as long or not, with any patience."""
    return [(_page(), _page(), _draw.choice(_PATIENCE)) for _ in range(200)]
