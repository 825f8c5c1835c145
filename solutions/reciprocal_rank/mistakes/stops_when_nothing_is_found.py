"""Your code stops with an error when nothing in the list is relevant.

A search without a good result is nothing unusual, and the lesson settles its answer: which line of
your code raises the error, and what should happen there instead?
"""


def reciprocal_rank(ranked_rels):
    return 1 / (ranked_rels.index(1) + 1)
