"""Your second function goes on with None where it needs a list, and stops with an error.

Some methods change a list and return None. Read again in the lesson about the two ways to sort:
which of them gives you a list, and which one leaves the caller's list alone?
"""


def ndcg_at_k(ranked_rels, k):
    best_first = ranked_rels.sort(reverse=True)
    ideal = dcg(best_first[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / ideal
