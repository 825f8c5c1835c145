"""Fair inputs of unjudged_documents."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

names = ["p1", "p2", "p3", "p4", "p5", "p6"]
rankings = st.lists(st.sampled_from(names), unique=True, max_size=5)
judgments = st.lists(st.sampled_from([0, 1, 0, 2, 0.5, None]), max_size=6).map(
    lambda grades: {
        name: grade for name, grade in zip(names, grades, strict=False) if grade is not None
    }
)


def pool():
    """Give a few runs with any depth."""
    return st.tuples(st.lists(rankings, max_size=3), st.integers(-2, 6))


def condensed():
    """Give rankings in which some documents were judged, or all, or none."""
    return st.tuples(rankings, judgments)


def bpref():
    """Give the same."""
    return st.tuples(rankings, judgments)
