"""Your mean leaves out the queries whose list is empty.

A search that shows nothing at all has failed the one who asked, as much as one that shows only
rubbish: what does the row about an empty list in the conventions say?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    shown = [rels for rels in queries if rels]
    if not shown:
        return 0.0
    return sum(reciprocal_rank(rels) for rels in shown) / len(shown)
