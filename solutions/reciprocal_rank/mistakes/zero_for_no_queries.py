"""Without any query you answer 0, as if an engine had been tested and had failed.

Nothing was measured: how does the lesson say that a function has no answer?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        return 0.0
    return sum(reciprocal_rank(rels) for rels in queries) / len(queries)
