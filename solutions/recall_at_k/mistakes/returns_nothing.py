"""Your function does not return anything, so its caller gets None.

A number that is printed, or stored under a name, is not returned yet: which word gives a value to
the caller?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    recall = 0.0 if total_relevant == 0 or k < 1 else sum(ranked_rels[:k]) / total_relevant
    print(recall)
