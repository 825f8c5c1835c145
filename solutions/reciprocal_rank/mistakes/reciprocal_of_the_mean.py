"""You divide 1 by the mean of the positions, which is not the mean of the reciprocals.

Compute both for two queries with their first relevant result at positions 1 and 9, as the lesson
does: which one does your code give?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    ranks = [rels.index(1) + 1 for rels in queries if 1 in rels]
    if not ranks:
        return 0.0
    return len(ranks) / sum(ranks)
