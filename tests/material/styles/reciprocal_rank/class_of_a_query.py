class Query:
    def __init__(self, rels):
        self.rels = list(rels)

    def __float__(self):
        return 1 / (self.rels.index(1) + 1) if 1 in self.rels else 0.0


class NoQueries(ValueError):
    """There is no mean of nothing."""


def reciprocal_rank(ranked_rels):
    return float(Query(ranked_rels))


def mean_reciprocal_rank(queries):
    if len(queries) == 0:
        raise NoQueries
    return sum(float(Query(rels)) for rels in queries) / len(queries)
