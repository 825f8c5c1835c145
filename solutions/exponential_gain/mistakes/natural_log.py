"""Your NDCG is right, but your DCG comes out too large, by one factor that all lists share.

Such a factor cancels when one DCG is divided by another: what does your code divide the very first
result by, and what should it be?
"""


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += (2**rel - 1) / math.log(position + 1)
    return total
