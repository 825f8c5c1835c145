"""Your gains grow too slowly, and an irrelevant result is worth one half.

What does the minus belong to in the formula, the grade or the power? Compute the gain of a grade
of 2 in both ways.
"""


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += 2 ** (rel - 1) / math.log2(position + 1)
    return total
