"""Your code asks whether the mean rank in the sample is k or better.

A person whose mean rank is below the cut still has a hit in some of the samples: in how many?
"""


def chance_of_hit(rank, k, items, negatives):
    if items == 1:
        return 1.0 if k > 0 else 0.0
    return 1.0 if 1 + (rank - 1) * negatives / (items - 1) <= k else 0.0
