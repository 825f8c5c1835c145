"""Your share is right from k = 1 on, but for k = 0 the program stops with an error.

Nobody has looked at any result then: which answer does the lesson settle for it, and when must
your code ask for this case?
"""


def precision_at_k(ranked_rels, k):
    return sum(ranked_rels[:k]) / k
