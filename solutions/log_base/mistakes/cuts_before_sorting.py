"""Your ideal only knows the results that made the cut, so a good one left below it costs nothing.

Which grades may fill the best possible first k places: those that a reader sees, or all that the
list holds?
"""

import math


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total


def ndcg_with_base(ranked_rels, k, base):
    top = ranked_rels[: max(k, 0)]
    ideal = dcg_with_base(sorted(top, reverse=True), k, base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(top, k, base) / ideal
