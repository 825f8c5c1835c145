"""Your code stops with an error when nothing in the list is relevant.

Searching a list with index is fine while there is something to find; what does Python do when
there is not, and how could you ask beforehand?
"""


def reciprocal_rank(ranked_rels):
    return 1 / (ranked_rels.index(1) + 1)


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    return sum(reciprocal_rank(rels) for rels in queries) / len(queries)
