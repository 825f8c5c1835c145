"""Fair inputs of cumulative_gain."""

from hypothesis import strategies as st

rels = st.lists(st.integers(0, 4), max_size=8)
cuts = st.integers(-2, 10)


def cumulative_gain():
    """Give rankings of grades, with any k."""
    return st.tuples(rels, cuts)
