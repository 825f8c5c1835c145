"""Your mean leaves out the queries whose list is empty.

A search that shows nothing has failed, like one that shows only irrelevant results: what do the
conventions of the course say about an empty list?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    shown = [rels for rels in queries if rels]
    if not shown:
        return 0.0
    return sum(reciprocal_rank(rels) for rels in shown) / len(shown)
