"""Your code fails for a relevant result at the top, and all others score too high.

Python counts a list from 0 and people count positions from 1: for the first result, which number
does your code divide by?
"""


def reciprocal_rank(ranked_rels):
    for i, rel in enumerate(ranked_rels):
        if rel == 1:
            return 1 / i
    return 0.0
