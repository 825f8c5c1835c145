"""Your function makes an error and hands it back like an answer, so nobody is stopped by it.

One word gives a value to the caller and another one stops with an error: which of them does the
lesson show for this?
"""


def reciprocal_rank(ranked_rels):
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            return 1 / position
    return 0.0


def mean_reciprocal_rank(queries):
    if not queries:
        return ValueError("no queries")
    return sum(reciprocal_rank(rels) for rels in queries) / len(queries)
