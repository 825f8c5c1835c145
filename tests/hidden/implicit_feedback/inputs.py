"""Fair inputs of implicit_feedback."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

events = st.sampled_from(["click", "cart", "purchase", "view", "scroll"])
propensities = st.sampled_from([1, 0.5, 0.25, 0.2, 0.1, 0.05])
clips = st.sampled_from([1, 2, 3, 5, 8, 20])
beyond = st.sampled_from([0, -0.5, 1.5])


def grade_of():
    """Give what somebody did, in any order and as often as they like."""
    return st.tuples(st.lists(events, max_size=6))


def clipped_weight():
    """Give propensities and clips, and some that are none."""
    return st.tuples(propensities | beyond, clips | st.sampled_from([0, 0.5]))


def ips_gain():
    """Give showings with and without a click; now and then something does not fit."""
    return _showings(propensities) | _showings(propensities | beyond) | _uneven()


def _showings(chances):
    both = st.lists(st.tuples(st.integers(0, 1), chances), max_size=5)
    return st.builds(
        lambda rows, clip: ([row[0] for row in rows], [row[1] for row in rows], clip), both, clips
    )


def _uneven():
    clicks, chances = st.lists(st.integers(0, 1), max_size=3), st.lists(propensities, max_size=3)
    return st.tuples(clicks, chances, clips)
