"""Your first answer is right, but afterwards results are missing from the caller's list.

Print the list before and after the call: which step of your code takes something out of it, and
could you look at a number without removing it?
"""


def precision_at_k(ranked_rels, k):
    if k < 1:
        return 0.0
    found = 0
    for _ in range(min(k, len(ranked_rels))):
        found += ranked_rels.pop(0)
    return found / k
