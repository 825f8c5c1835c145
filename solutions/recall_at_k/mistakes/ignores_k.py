"""Your recall uses the whole list, whatever k is.

A reader who stops after k results does not see the rest: where does your code use k?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return sum(ranked_rels) / total_relevant
