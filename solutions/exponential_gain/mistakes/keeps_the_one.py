"""With your gain even an irrelevant result is worth something.

Work out the gain of a grade of 0 as your code does it, and compare with the first row of the
table: which part of the formula is there for that very grade?
"""


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += 2**rel / math.log2(position + 1)
    return total
