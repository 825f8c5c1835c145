"""Your scores use all documents, whatever k is, even 0.

A reader who stops after k places does not see the rest: where does your code use k?
"""


def ndcg_of_one(gains, candidates, k):
    ideal = dcg(sorted(candidates, reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(gains) / ideal
