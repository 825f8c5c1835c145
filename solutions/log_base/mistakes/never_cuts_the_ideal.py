"""Even the best possible order misses 1.0 with you where k leaves relevant results below it.

Above the line stand k results at most: how many stand below it? Follow a list in the best order,
with k = 1, through your second function.
"""


def ndcg_with_base(ranked_rels, k, base):
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), len(ranked_rels), base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, base) / ideal
