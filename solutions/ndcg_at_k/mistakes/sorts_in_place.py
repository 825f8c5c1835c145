"""Your numbers are right the first time, but the caller's ranking is lost afterwards.

Call your function twice with the same list and print the list in between: who else holds the
list that you put in order?
"""


def ndcg_at_k(ranked_rels, k):
    actual = dcg(ranked_rels[: max(k, 0)])
    ranked_rels.sort(reverse=True)
    ideal = dcg(ranked_rels[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return actual / ideal
