"""Fair inputs of compare_rankings."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

scores = st.sampled_from([0, 1, 2, 3, 0.5, 0.2])
items = st.lists(st.tuples(scores, scores), max_size=5)
sides = items.map(lambda rows: ([row[0] for row in rows], [row[1] for row in rows]))
uneven = st.tuples(st.lists(scores, max_size=3), st.lists(scores, max_size=3)).filter(
    lambda both: len(both[0]) != len(both[1])
)
pages = st.lists(st.sampled_from(["p1", "p2", "p3", "p4", "p5"]), unique=True, max_size=5)
patience = st.sampled_from([0.5, 0.8, 0.9, 0.25]) | st.sampled_from([0, 1, -1, 2])


def kendall_tau():
    """Give two scores of a few items; now and then one list is longer, or has no order."""
    return sides | sides | uneven


def agreement():
    """Give two pages with any depth."""
    return st.tuples(pages, pages, st.integers(-2, 7))


def rank_biased_overlap():
    """Give two pages, as long or not, with any patience."""
    return st.tuples(pages, pages, patience)
