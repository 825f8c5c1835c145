"""Your scores are right for every base above 1, but nothing in your code turns the others away.

Put in 0.5 and look at the sign of your DCG, then put in 1 and look at the error: what does the
lesson settle for both?
"""

import math


def dcg_with_base(rels, k, base):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total


def ndcg_with_base(ranked_rels, k, base):
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, base) / ideal
