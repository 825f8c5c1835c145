"""Even the best possible order misses 1.0 with you where k leaves relevant results below it.

Above the line stand k results at most: how many stand below it? Follow a list in the best order,
with k = 1, through your second function.
"""

import math


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += (2**rel - 1) / math.log2(position + 1)
    return total


def exponential_ndcg(ranked_rels, k):
    ideal = exponential_dcg(sorted(ranked_rels, reverse=True), len(ranked_rels))
    if ideal == 0:
        return 0.0
    return exponential_dcg(ranked_rels, k) / ideal
