"""With k beyond the list you answer 0, although relevant results were found.

A page that is half full gets less than a full one, but more than 0: what is the P@10 of the
lesson's page?
"""


def precision_at_k(ranked_rels, k):
    if k < 1 or k > len(ranked_rels):
        return 0.0
    return sum(ranked_rels[:k]) / k
