"""Your function makes an error and returns it like an answer, so nothing stops.

One word gives a value to the caller and another one stops with an error: which of them does the
lesson show for this?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        return ValueError("no queries")
    return sum(reciprocal_rank(rels) for rels in queries) / len(queries)
