"""Fair inputs of ndcg_over_queries."""

from hypothesis import strategies as st

COMPARED = "precise"  # since the lesson rounds nothing

names = ["p1", "p2", "p3", "p4", "p5"]
queries = ["one", "two", "three"]
rankings = st.lists(st.sampled_from(names), unique=True, max_size=4)
judged = st.lists(st.integers(0, 4), max_size=5).map(
    lambda grades: dict(zip(names, grades, strict=False))
)
results = st.dictionaries(st.sampled_from(queries), rankings, max_size=3)
judgments = st.fixed_dictionaries({}, optional=dict.fromkeys(queries, judged))
one_query = st.tuples(
    st.permutations(names).map(lambda order: {"one": order[:4]}),
    st.lists(st.integers(0, 4), min_size=2, max_size=5).map(
        lambda grades: {"one": dict(zip(names, grades, strict=False))}
    ),
)
more = [f"p{number}" for number in range(1, 13)]
many = st.tuples(
    st.permutations(more).map(lambda order: {"one": order}),
    st.just({"one": {name: 1 + number % 3 for number, name in enumerate(more)}}),
)


def ndcg():
    """Give rankings and judgments of one query or a few, with a k or without."""
    both = one_query | st.tuples(results, judgments)
    return both | many | st.builds(lambda given, k: (*given, k), both, st.integers(-1, 4))


def ndcg_all_judged():
    """Give the same."""
    return ndcg()
