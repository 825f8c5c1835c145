"""Fair inputs of log_base."""

from hypothesis import strategies as st
from lists import change_places

COMPARED = {
    "divisors_today": "precise",  # since the lesson rounds nothing
    "divisors_at_first": "precise",
    "two_lists": change_places,  # since there are many
}

lengths = st.integers(0, 8)
bases = st.sampled_from([2, 3, 4, 10, 1.5, 1, 0.5])


def divisors_today():
    """Give lengths, and bases of which some are none."""
    return st.tuples(lengths, bases)


def divisors_at_first():
    """Give the same."""
    return st.tuples(lengths, bases)


def two_lists():
    """Give divisors for two positions or three, in some of which no order can change."""
    return st.integers(1, 3).flatmap(
        lambda n: st.tuples(*[st.lists(st.integers(1, 4), min_size=n, max_size=n)] * 2)
    )
