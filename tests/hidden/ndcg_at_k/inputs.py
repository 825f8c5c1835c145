"""Fair inputs of ndcg_at_k."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

rels = st.lists(st.integers(0, 4), max_size=8) | st.sampled_from([[1e-10], [0, 1e-10, 1e-10]])
cuts = st.integers(-2, 10)


def dcg():
    """Give rankings of grades."""
    return st.tuples(rels)


def ndcg_at_k():
    """Give rankings of grades, with any k."""
    return st.tuples(rels, cuts)
