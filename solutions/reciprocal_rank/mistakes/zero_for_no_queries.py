"""Without any query you answer 0, as if an engine had been tried and had failed.

Nothing was measured: how can a function say that it has no answer at all?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        return 0.0
    return sum(reciprocal_rank(rels) for rels in queries) / len(queries)
