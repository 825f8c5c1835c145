"""A perfect order does not score 1.0 with you, unless the base is 2.

A factor cancels only where it stands above and below the line: with which base does your code make
the ideal?
"""


def ndcg_with_base(ranked_rels, k, base):
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, 2)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, base) / ideal
