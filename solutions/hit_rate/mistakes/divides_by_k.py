"""Your hit rate divides by k.

k says where each ranking is cut. The hit rate is a share of people: how many are there?
"""


def hit_rate(ranks, k):
    if not ranks:
        raise ValueError("there are no people")
    return sum(rank is not None and rank <= k for rank in ranks) / k if k > 0 else 0.0
