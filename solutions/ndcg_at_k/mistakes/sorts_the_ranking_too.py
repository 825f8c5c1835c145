"""Every list with something relevant scores 1.0, because the ranking itself has been sorted.

Two names can stand for one and the same list. Print the list that you were given after each step
of your function: which step rearranges it, and what is left of the ranking to be scored?
"""


def ndcg_at_k(ranked_rels, k):
    best_first = ranked_rels
    best_first.sort(reverse=True)
    ideal = dcg(best_first[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / ideal
