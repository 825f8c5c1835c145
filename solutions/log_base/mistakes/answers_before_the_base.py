"""Where nothing is relevant, your NDCG gives its answer without a look at the base.

Whether a base is allowed does not depend on the list: what does your code say of a list of zeros
and a base of 1?
"""


def ndcg_with_base(ranked_rels, k, base):
    if sum(ranked_rels) == 0:
        return 0.0
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, base) / ideal
