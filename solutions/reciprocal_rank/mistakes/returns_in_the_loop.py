"""Your mean uses the first query only: the function ends before it reaches the second.

A return ends the whole function at once, wherever it stands: how far is it indented in your code,
and when should the division happen?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    total = 0.0
    for rels in queries:
        total += reciprocal_rank(rels)
        return total / len(queries)
