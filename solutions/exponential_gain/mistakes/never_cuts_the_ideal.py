"""In your code even the best order scores below 1.0 if there are relevant results after the cut.

Above the line stand k results at most: how many stand below it? Follow a list in the best order,
with k = 1, through your second function.
"""


def exponential_ndcg(ranked_rels, k):
    ideal = exponential_dcg(sorted(ranked_rels, reverse=True), len(ranked_rels))
    if ideal == 0:
        return 0.0
    return exponential_dcg(ranked_rels, k) / ideal
