"""Your gaps are right for every k from 0 on, but with a negative k documents still count.

You met this in the last lesson: what does a negative number mean in a slice, and what does the
course say about such a k?
"""


def ndcg_at_k(gains, k):
    ideal = dcg(sorted(gains, reverse=True)[:k])
    if ideal == 0:
        return 0.0
    return dcg(gains[:k]) / ideal
