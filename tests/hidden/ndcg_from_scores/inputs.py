"""Fair inputs of ndcg_from_scores."""

import numpy as np
from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

grades = st.integers(0, 4)
scores = st.sampled_from([0, 0.1, 0.2, 0.5, 1, -1])
cuts = st.none() | st.integers(-1, 6)


def ndcg_score():
    """Give matrices of grades and scores, some with ties, with a k or without."""
    shapes = st.tuples(st.integers(1, 3), st.integers(1, 5)) | st.just((1, 12))
    both = shapes.flatmap(lambda shape: st.tuples(_matrix(grades, shape), _matrix(scores, shape)))
    return both | st.builds(lambda matrices, k: (*matrices, k), both, cuts) | _uneven()


def _matrix(numbers, shape):
    size = shape[0] * shape[1]
    flat = st.lists(numbers, min_size=size, max_size=size)
    return flat.map(lambda found: np.array(found).reshape(shape))


def _uneven():
    sizes = st.tuples(st.integers(1, 2), st.integers(1, 3))
    return st.tuples(sizes, sizes).map(lambda both: tuple(np.full(size, 2) for size in both))
