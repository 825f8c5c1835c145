"""Your code stops with an error when nothing in the list is relevant.

A search without a good result is normal, and the lesson gives its score: which line of your code
stops, and what should it return?
"""


def reciprocal_rank(ranked_rels):
    return 1 / (ranked_rels.index(1) + 1)
