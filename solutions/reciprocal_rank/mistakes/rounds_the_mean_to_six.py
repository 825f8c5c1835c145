"""Your means are right to six places, and all later digits are gone.

The lesson prints six places so that people can read them: does the task ask your function to do
the same?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    return round(sum(reciprocal_rank(rels) for rels in queries) / len(queries), 6)
