"""Your NDCG is right, but your DCG comes out too large, by one factor for all lists.

Both DCGs of a quotient are too large by the same factor, which cancels there, so only dcg
shows it: what does your code divide the very first result by, and what should it be?
"""


def dcg(rels):
    total = 0.0
    for position, rel in enumerate(rels, start=1):
        total += rel / math.log(position + 1)
    return total
