"""Your recall is right until k is larger than the list, and then it stops with an error.

A search may find only two documents for ten places: which result does your code ask for after the
second one, and can there be anything to add?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    found = 0
    for i in range(k):
        found += ranked_rels[i]
    return found / total_relevant
