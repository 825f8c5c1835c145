"""Your recall is right where there is something to find and k is 0 or more, and only there.

Work out by hand what your code does when no document is relevant, and what [1, 2, 3][:-1] is in
Python: which answers does the lesson give for these two?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    return sum(ranked_rels[:k]) / total_relevant
