"""Your recall is right for every k from 0 on, but with a negative k it still finds something.

Try [1, 2, 3][:-1] in Python and see which numbers are left: what does a negative number mean
there, and what does the course say about such a k?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    return sum(ranked_rels[:k]) / total_relevant
