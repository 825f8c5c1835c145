"""Fair inputs of hit_rate."""

from hypothesis import strategies as st
from pairs import is_misleading

COMPARED = {
    "hit_rate": "precise",  # since the lesson rounds nothing
    "sampled_hit_rate": "precise",
    "misleading_pair": is_misleading,  # since there are many
}

_names = ["emma", "dune", "ulysses", "macbeth", "faust"]
_some = st.lists(st.sampled_from(_names), max_size=5, unique=True)


def _one_catalogue(items):
    """Give ranks in a catalogue of so many items, with a k and a number of negatives."""
    return st.tuples(
        st.lists(st.integers(1, items), max_size=3),
        st.integers(-1, items + 1),
        st.just(items),
        st.integers(0, items - 1),
    )


def held_out_rank():
    """Give rankings with an item that is not among the known ones, and may be missing."""
    calls = st.tuples(_some, st.sampled_from(_names), _some)
    return calls.filter(lambda call: call[1] not in call[2])


def hit_rate():
    """Give ranks of some people, and a k."""
    return st.tuples(st.lists(st.integers(1, 8) | st.none(), max_size=5), st.integers(-1, 9))


def sampled_hit_rate():
    """Give ranks in a small catalogue."""
    return st.integers(1, 7).flatmap(_one_catalogue)


def misleading_pair():
    """Give small catalogues with any number of negatives, and any k."""
    return st.integers(2, 6).flatmap(
        lambda items: st.tuples(st.just(items), st.integers(0, items - 1), st.integers(-1, 5))
    )
