"""Fair inputs of largest_gap."""

from random import Random

_draw = Random(1)
_NAMES = [f"p{number}" for number in range(1, 13)]
_QUERIES = ["one", "two", "three"]


def ndcg_at_cutoffs():
    """Give rankings and judgments of a few queries, some longer than a cut."""
    for _ in range(200):
        queries = _draw.sample(_QUERIES, _draw.randint(0, 3))
        results = {query: _ranking(_draw.choice([1, 2, 4, 7, 12])) for query in queries}
        judged = _draw.sample(_QUERIES, _draw.randint(0, 3))
        yield results, {query: _grades(_draw.choice([0, 2, 4, 12])) for query in judged}


def largest_gap():
    """Give the same, with a k."""
    return [(*call, _draw.choice([-1, 0, 1, 2, 3, 5])) for call in ndcg_at_cutoffs()]


def _ranking(size):
    return _draw.sample(_NAMES[: max(size, 4)], size)


def _grades(size):
    return {name: _draw.randint(0, 4) for name in _NAMES[:size]}
