"""Fair inputs of reciprocal_rank."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

rels = st.lists(st.integers(0, 1), max_size=8)


def reciprocal_rank():
    """Give rankings of zeros and ones."""
    return st.tuples(rels)


def mean_reciprocal_rank():
    """Give a few rankings, and none at all."""
    return st.tuples(st.lists(rels, max_size=4))
