"""Fair inputs of dcg_at_k."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

rels = st.lists(st.integers(0, 4), max_size=8)
cuts = st.integers(-2, 10)


def dcg_at_k():
    """Give rankings of grades, with any k."""
    return st.tuples(rels, cuts)
