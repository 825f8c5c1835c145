"""With k beyond the list you give up, although the results that are there can be counted.

The engine found less than it was asked for, which is no reason to forget what it did find: what
is the R@10 of the lesson's page?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    if k > len(ranked_rels):
        return 0.0
    return sum(ranked_rels[:k]) / total_relevant
