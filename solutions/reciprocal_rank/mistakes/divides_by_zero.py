"""Without any query your code stops with an error, but not with the one that was asked for.

A ZeroDivisionError tells the caller how you compute; the lesson wants an error that tells what
was wrong with the input: which one, and what would have to be asked before the division?
"""


def reciprocal_rank(ranked_rels):
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            return 1 / position
    return 0.0


def mean_reciprocal_rank(queries):
    return sum(reciprocal_rank(rels) for rels in queries) / len(queries)
