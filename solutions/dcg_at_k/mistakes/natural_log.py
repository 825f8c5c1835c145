"""All your scores are too large by the same factor, about 1.44.

A factor that never changes points to another base of the logarithm: what does your code divide
the very first result by, and what should it be?
"""


def dcg_at_k(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1)
    return total
