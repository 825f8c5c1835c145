"""Fair inputs of ndcg_over_queries."""

from random import Random

_draw = Random(1)
_NAMES = [f"p{number}" for number in range(1, 13)]
_QUERIES = ["one", "two", "three"]


def ndcg():
    """Give rankings and judgments of one query or a few, with a k or without."""
    for _ in range(70):
        both = {"one": _draw.sample(_NAMES[:5], 4)}, {"one": _grades(_draw.randint(2, 5))}
        yield both
        yield *both, _draw.randint(-1, 4)
        queries, judged = (_draw.sample(_QUERIES, _draw.randint(0, 3)) for _ in range(2))
        results = {query: _draw.sample(_NAMES[:5], _draw.randint(0, 4)) for query in queries}
        yield results, {query: _grades(_draw.randint(0, 5)) for query in judged}
    yield {"one": _draw.sample(_NAMES, 12)}, {"one": _grades(12)}


def ndcg_all_judged():
    """Give the same."""
    return ndcg()


def _grades(size):
    return {name: _draw.randint(0, 4) for name in _NAMES[:size]}
