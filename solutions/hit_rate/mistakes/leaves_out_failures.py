"""Your hit rate leaves out the people whose item was not found.

A recommender would score better by not returning an item at all. By what do you divide?
"""


def hit_rate(ranks, k):
    if not ranks:
        raise ValueError("there are no people")
    found = [rank for rank in ranks if rank is not None]
    return sum(rank <= k for rank in found) / len(found) if found else 0.0
