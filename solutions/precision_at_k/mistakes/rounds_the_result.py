"""Your shares are right at first sight, but their later digits are gone.

The lesson prints a few places so that people can read them: which step of your code drops the
others, and does the task ask for it?
"""


def precision_at_k(ranked_rels, k):
    if k < 1:
        return 0.0
    return round(sum(ranked_rels[:k]) / k, 2)
