def reciprocal_rank(ranked_rels):
    for i in range(len(ranked_rels)):
        if ranked_rels[i] == 1:
            return 1 / i


def mean_reciprocal_rank(queries):
    s = 0
    for q in queries:
        s += reciprocal_rank(q)
    return s / len(queries)
