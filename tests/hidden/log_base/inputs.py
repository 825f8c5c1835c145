"""Fair inputs of log_base."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

rels = st.lists(st.integers(0, 4), max_size=8) | st.sampled_from([[1e-10], [0, 1e-10, 1e-10]])
cuts = st.integers(-2, 10)
bases = st.sampled_from([2, 3, 4, 10, 1.5, 1, 0.5])


def dcg_with_base():
    """Give rankings of grades, with any k, and bases of which some are none."""
    return st.tuples(rels, cuts, bases)


def ndcg_with_base():
    """Give the same."""
    return st.tuples(rels, cuts, bases)
