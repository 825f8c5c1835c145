"""Your scores are right for every k from 0 on, but with a negative k documents still count.

Try [1, 2, 3][:-1] in Python and see which numbers are left: what does a negative number mean
there, and what does the course say about such a k?
"""


def ndcg_of_one(gains, candidates, k):
    cut = k
    ideal = dcg(sorted(candidates, reverse=True)[:cut])
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal
