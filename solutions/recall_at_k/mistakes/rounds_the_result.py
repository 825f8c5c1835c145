"""Your recall is right at first sight, but its later digits are gone.

The lesson prints a few places so that people can read them: which step of your code drops the
others, and does the task ask for it?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return round(sum(ranked_rels[:k]) / total_relevant, 2)
