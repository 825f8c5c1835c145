"""Fair inputs of largest_gap."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

names = [f"p{number}" for number in range(1, 13)]
queries = ["one", "two", "three"]
few = st.lists(st.sampled_from(names[:4]), unique=True, max_size=4)
many = st.permutations(names).flatmap(lambda order: st.sampled_from([order[:7], order]))
results = st.dictionaries(st.sampled_from(queries), few | many, max_size=3)
judged = (st.lists(st.integers(0, 4), max_size=4) | st.lists(st.integers(0, 4), min_size=12)).map(
    lambda grades: dict(zip(names, grades, strict=False))
)
judgments = st.fixed_dictionaries({}, optional=dict.fromkeys(queries, judged))


def ndcg_at_cutoffs():
    """Give rankings and judgments of a few queries, some longer than a cut."""
    return st.tuples(results, judgments)


def largest_gap():
    """Give the same, with a k."""
    return st.tuples(results, judgments, st.sampled_from([-1, 0, 1, 2, 3, 5]))
