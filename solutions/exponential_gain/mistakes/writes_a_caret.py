"""Your gains go up and down without order, and some are negative.

Type 2 ^ 3 into Python and look at the answer: how is a power written there?
"""


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += (2 ^ rel - 1) / math.log2(position + 1)
    return total
