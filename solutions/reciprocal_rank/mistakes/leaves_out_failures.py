"""Your mean leaves out the queries that found nothing, so a bad engine looks better.

If one of four queries found nothing, over how many queries is the mean?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    found = [reciprocal_rank(rels) for rels in queries if 1 in rels]
    if not found:
        return 0.0
    return sum(found) / len(found)
