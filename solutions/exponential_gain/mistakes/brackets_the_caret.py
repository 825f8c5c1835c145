"""Your gains rise and fall as the grades go up: a 3 is worth nothing, and a 2 costs you points.

Type 2 ^ 2 into Python and look at the answer. The sign means something else there: which sign does
the lesson give for a power?
"""


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += ((2 ^ rel) - 1) / math.log2(position + 1)
    return total
