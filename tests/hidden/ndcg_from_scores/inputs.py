"""Fair inputs of ndcg_from_scores."""

from random import Random

import numpy as np

_draw = Random(1)
_SCORES = [0, 0.1, 0.2, 0.5, 1, -1]


def ndcg_score():
    """Give matrices of grades and scores, some with ties, with a k or without."""
    for _ in range(100):
        shape = _draw.choice([(1, 12), (_draw.randint(1, 3), _draw.randint(1, 5))])
        both = _matrix(range(5), shape), _matrix(_SCORES, shape)
        yield both
        yield *both, _draw.choice([None, *range(-1, 7)])


def _matrix(numbers, shape):
    return np.array(_draw.choices(numbers, k=shape[0] * shape[1])).reshape(shape)
