"""With your gain a marginal result is worth nothing, and an irrelevant one costs you points.

A power has a number below and a number above: which of the two is the grade? Work out the gains of
0, 1 and 3 as your code does it, and compare with the table.
"""


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += (rel**2 - 1) / math.log2(position + 1)
    return total
