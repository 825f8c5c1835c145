"""You count the relevant results, so a high grade adds no more to your sum than a low one.

For clicks that is the same as the cumulative gain, for grades it is not: what should a single
result of grade 3 be worth, and what is it worth in your code?
"""


def cumulative_gain(rels, k):
    found = 0
    for rel in rels[: max(k, 0)]:
        if rel > 0:
            found += 1
    return found
