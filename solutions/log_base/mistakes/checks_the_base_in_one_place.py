"""Your DCG refuses a bad base, but your NDCG takes any number for one.

The base cancels, so a score does not show it: what does the lesson settle for a base of 1, and for
which of the two functions?
"""


def ndcg_with_base(ranked_rels, k, base):
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, 2)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, 2) / ideal
