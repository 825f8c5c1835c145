"""Your reciprocal ranks are right to six places, and all later digits are gone.

The lesson prints six places so that people can read them: does the task ask your function to do
the same?
"""


def reciprocal_rank(ranked_rels):
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            return round(1 / position, 6)
    return 0.0
