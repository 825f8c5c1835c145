"""Your numbers are right the first time, but the caller's ranking is lost afterwards.

Call your function twice with the same list and print the list in between: who else holds the list
that you put in order?
"""

import math


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += (2**rel - 1) / math.log2(position + 1)
    return total


def exponential_ndcg(ranked_rels, k):
    actual = exponential_dcg(ranked_rels, k)
    ranked_rels.sort(reverse=True)
    ideal = exponential_dcg(ranked_rels, k)
    if ideal == 0:
        return 0.0
    return actual / ideal
