"""In your code even the best order scores below 1.0 if there are relevant documents after the cut.

Above the line stand k documents at most: how many stand below it? Follow three documents of grade
1 with k = 2 through your code.
"""


def ndcg_of_one(gains, candidates, k):
    cut = max(k, 0)
    ideal = dcg(sorted(candidates, reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal
