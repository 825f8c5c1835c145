"""Your formulas are right, but your NDCG stops with an error when there is nothing to find.

Think of a list of zeros, an empty list and k = 0: what is the ideal DCG of each, and which answer
does the lesson give for them?
"""


def exponential_ndcg(ranked_rels, k):
    ideal = exponential_dcg(sorted(ranked_rels, reverse=True), k)
    return exponential_dcg(ranked_rels, k) / ideal
