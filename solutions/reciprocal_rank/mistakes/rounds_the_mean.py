"""Your means are right at first sight, but their later digits are gone.

The lesson prints a few places so that people can read them: which step of yours throws the
others away, and does the task ask for it?
"""


def reciprocal_rank(ranked_rels):
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            return 1 / position
    return 0.0


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    return round(sum(reciprocal_rank(rels) for rels in queries) / len(queries), 4)
