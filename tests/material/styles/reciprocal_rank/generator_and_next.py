from statistics import mean


def reciprocal_rank(ranked_rels):
    return next((1 / i for i, rel in enumerate(ranked_rels, 1) if rel), 0.0)


def mean_reciprocal_rank(queries):
    try:
        return mean(map(reciprocal_rank, queries))
    except ValueError as error:
        raise ValueError("no queries") from error
