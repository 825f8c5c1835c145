"""Fair inputs of precision_at_k."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

rels = st.lists(st.integers(0, 1), max_size=8)
cuts = st.integers(-1, 10)


def precision_at_k():
    """Give rankings of zeros and ones, with any k."""
    return st.tuples(rels, cuts)
