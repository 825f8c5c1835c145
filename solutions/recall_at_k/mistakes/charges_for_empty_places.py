"""With a k beyond the list you return 0, although there are results to count.

The engine found less than k results, but what it found counts: what is the R@10 of the lesson's
page?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    if k > len(ranked_rels):
        return 0.0
    return sum(ranked_rels[:k]) / total_relevant
