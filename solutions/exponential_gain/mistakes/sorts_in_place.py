"""Your numbers are right the first time, but the caller's ranking is lost afterwards.

Call your function twice with the same list and print the list in between: who else holds the list
that you put in order?
"""


def exponential_ndcg(ranked_rels, k):
    actual = exponential_dcg(ranked_rels, k)
    ranked_rels.sort(reverse=True)
    ideal = exponential_dcg(ranked_rels, k)
    if ideal == 0:
        return 0.0
    return actual / ideal
