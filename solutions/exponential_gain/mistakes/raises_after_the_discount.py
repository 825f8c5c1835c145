"""Your first result is right, but you raise 2 to a grade that has been discounted already.

The formula gives each result its gain first and divides that afterwards: do the two orders give
the same number for a grade of 2 at position 3?
"""


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += 2 ** (rel / math.log2(position + 1)) - 1
    return total
