"""Every relevant result adds to your score, so it can go beyond 1.

This reader needs one good result and stops there: what should the results below it still
change?
"""


def reciprocal_rank(ranked_rels):
    total = 0.0
    for position, rel in enumerate(ranked_rels, start=1):
        total += rel / position
    return total
