"""Fair inputs of evaluate_a_search_engine."""

from random import Random

_draw = Random(1)
_DOCUMENTS = [f"d{number}" for number in range(1, 15)]
_QUERIES = ["q1", "q2", "q3"]


def evaluate():
    """Give judgments and rankings of a few queries."""
    for _ in range(200):
        sizes = [_draw.choice([0, 1, 2, 3, 4, 14]) for _ in range(6)]
        judged = {
            query: {name: _draw.randint(-1, 4) for name in _draw.sample(_DOCUMENTS, size)}
            for query, size in zip(_some_queries(), sizes, strict=False)
        }
        ranked = {
            query: _draw.sample(_DOCUMENTS, size)
            for query, size in zip(_some_queries(), sizes[3:], strict=False)
        }
        yield judged, ranked


def _some_queries():
    return _draw.sample(_QUERIES, _draw.randint(0, 3))
