"""Your function decides at the very first result, and for an empty list it returns None.

A return ends the function, also the one that says that nothing was found: after how many results
do you know that, and which line is reached when there is no result at all?
"""


def reciprocal_rank(ranked_rels):
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            return 1 / position
        else:
            return 0.0
