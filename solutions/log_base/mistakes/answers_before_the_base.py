"""Where nothing is relevant, your NDCG gives its answer without a look at the base.

Whether a base is allowed does not depend on the list: what does your code say of a list of zeros
and a base of 1?
"""

import math


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base of a logarithm must be above 1 here")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total


def ndcg_with_base(ranked_rels, k, base):
    if sum(ranked_rels) == 0:
        return 0.0
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, base) / ideal
