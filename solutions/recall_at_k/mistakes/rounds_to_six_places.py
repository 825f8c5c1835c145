"""Your recall is right to six places, and all later digits are gone.

The lesson prints six places so that people can read them: does the task ask your function to do
the same?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return round(sum(ranked_rels[:k]) / total_relevant, 6)
