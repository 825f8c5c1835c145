"""Your code stops with an error as soon as there is a result to discount.

Python counts a list from 0 and the formula counts from 1: for the result at the top, which
number do you pass to the logarithm, and may you divide by what comes out?
"""

import math


def dcg_at_k(rels, k):
    total = 0.0
    for i, rel in enumerate(rels[: max(k, 0)]):
        total += rel / math.log2(i + 1)
    return total
