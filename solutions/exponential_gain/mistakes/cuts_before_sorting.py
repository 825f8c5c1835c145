"""Your ideal only knows the results that made the cut, so a good one left below it costs nothing.

Which grades may fill the best possible first k places: those that a reader sees, or all that the
list holds?
"""

import math


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += (2**rel - 1) / math.log2(position + 1)
    return total


def exponential_ndcg(ranked_rels, k):
    top = ranked_rels[: max(k, 0)]
    ideal = exponential_dcg(sorted(top, reverse=True), k)
    if ideal == 0:
        return 0.0
    return exponential_dcg(top, k) / ideal
