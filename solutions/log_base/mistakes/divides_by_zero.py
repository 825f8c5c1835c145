"""Your formulas are right, but your NDCG stops with an error when there is nothing to find.

Think of a list of zeros, an empty list and k = 0: what is the ideal DCG of each, and which answer
does the lesson settle for them?
"""


def ndcg_with_base(ranked_rels, k, base):
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, base)
    return dcg_with_base(ranked_rels, k, base) / ideal
