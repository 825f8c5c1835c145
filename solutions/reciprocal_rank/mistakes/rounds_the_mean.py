"""Your means are right at first sight, but their later digits are gone.

The lesson prints a few places so that people can read them: which step of your code drops the
others, and does the task ask for it?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    return round(sum(reciprocal_rank(rels) for rels in queries) / len(queries), 4)
