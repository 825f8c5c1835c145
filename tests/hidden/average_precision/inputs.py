"""Fair inputs of average_precision."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

rels = st.lists(st.integers(0, 1), max_size=8)
cuts = st.integers(-1, 10)
missed = st.integers(0, 4)


def average_precision_at_k():
    """Give rankings with any k, and as many relevant documents as were found, or more."""
    return st.builds(lambda found, k, rest: (found, k, sum(found) + rest), rels, cuts, missed)


def mean_average_precision():
    """Give a few queries, and none at all."""
    query = st.builds(lambda found, rest: (found, sum(found) + rest), rels, missed)
    return st.tuples(st.lists(query, max_size=3), cuts)
