"""Fair inputs of log_base; two_lists has many right answers, so none of it is compared."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

lengths = st.integers(0, 8)
bases = st.sampled_from([2, 3, 4, 10, 1.5, 1, 0.5])


def divisors_today():
    """Give lengths, and bases of which some are none."""
    return st.tuples(lengths, bases)


def divisors_at_first():
    """Give the same."""
    return st.tuples(lengths, bases)
