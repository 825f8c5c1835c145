"""You refuse a bad base only when there is a result to discount.

Whether a base is allowed does not depend on the list: what does your code say of a base of 1 and
an empty list?
"""

import math


def dcg_with_base(rels, k, base):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        if base <= 1:
            raise ValueError("the base must be above 1")
        total += rel / math.log(position + 1, base)
    return total


def ndcg_with_base(ranked_rels, k, base):
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, base) / ideal
