def reciprocal_rank(ranked_rels):
    pos = 1
    for rel in ranked_rels:
        if rel == 1:
            return 1 / pos
        else:
            return 0.0
        pos += 1


def mean_reciprocal_rank(queries):
    ranks = []
    for ranked_rels in queries:
        rank = reciprocal_rank(ranked_rels)
        if rank > 0:
            ranks.append(rank)
    return sum(ranks) / len(ranks)
