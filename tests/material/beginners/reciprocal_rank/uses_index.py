def reciprocal_rank(ranked_rels):
    first = ranked_rels.index(1)
    return 1 / (first + 1)


def mean_reciprocal_rank(queries):
    if len(queries) == 0:
        return 0
    total = 0
    for query in queries:
        total = reciprocal_rank(query)
    return total / len(queries)
