"""Fair inputs of expected_reciprocal_rank."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

scales = st.integers(1, 4)


def stop_probability():
    """Give grades of a scale, and some beyond either end of it."""
    return st.tuples(st.integers(-1, 5), scales)


def expected_reciprocal_rank():
    """Give rankings, most of them with grades of their scale alone."""
    fitting = scales.flatmap(
        lambda top: st.tuples(st.lists(st.integers(0, top), max_size=7), st.just(top))
    )
    return fitting | st.tuples(st.lists(st.integers(-1, 5), max_size=5), scales)
