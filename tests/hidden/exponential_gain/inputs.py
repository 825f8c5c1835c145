"""Fair inputs of exponential_gain."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

rels = st.lists(st.integers(0, 4), max_size=8) | st.sampled_from([[1e-10], [0, 1e-10, 1e-10]])
cuts = st.integers(-2, 10)


def exponential_dcg():
    """Give rankings of grades, with any k."""
    return st.tuples(rels, cuts)


def exponential_ndcg():
    """Give the same."""
    return st.tuples(rels, cuts)
