"""Fair inputs of compare_systems."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

scores = st.sampled_from([0, 1, 0.5, 0.1, 0.2, 0.3, 0.7])
pairs = st.lists(st.tuples(scores, scores), max_size=6)
sides = pairs.map(lambda rows: ([row[0] for row in rows], [row[1] for row in rows]))
uneven = st.tuples(st.lists(scores, max_size=3), st.lists(scores, max_size=3)).filter(
    lambda both: len(both[0]) != len(both[1])
)
chances = st.sampled_from([0, 0.01, 0.04, 0.05, 0.06, 0.1, 0.5, 1])


def mean_difference():
    """Give the scores of two systems; now and then one has more queries."""
    return sides | uneven


def randomization_test():
    """Give the same, with some trials and a seed: the lesson settles how coins are tossed."""
    drawn = st.tuples(st.sampled_from([0, 1, 4, 9, 30]), st.integers(0, 9))
    return st.builds(lambda both, more: (*both, *more), sides | sides | uneven, drawn)


def is_noise():
    """Give p-values, with a level or without."""
    return st.tuples(chances) | st.tuples(chances, st.sampled_from([0.01, 0.05, 0.1]))
