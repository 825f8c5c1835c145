"""Your scores take in all documents, whatever k is, even 0.

A reader who stops after k places has not seen the rest: where in your code does k make a
difference?
"""


def ndcg_of_one(gains, candidates, k):
    ideal = dcg(sorted(candidates, reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(gains) / ideal
