"""Fair inputs of rank_biased_precision."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

rels = st.lists(st.sampled_from([0, 1, None, 0.5]), max_size=7)
patience = st.sampled_from([0.5, 0.8, 0.9, 0.25]) | st.sampled_from([0, 1, -1, 2])


def rank_biased_precision():
    """Give rankings in which some results are not judged, and any patience."""
    return st.tuples(rels, patience)


def residual():
    """Give the same."""
    return st.tuples(rels, patience)
