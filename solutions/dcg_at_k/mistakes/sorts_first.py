"""You score the best possible order of the list, and not the order that it came in.

The best order comes in the next lesson; here two lists with the same results in different orders
get different scores: which step of your code makes them equal?
"""


def dcg_at_k(rels, k):
    total = 0.0
    best_first = sorted(rels, reverse=True)
    for position, rel in enumerate(best_first[: max(k, 0)], start=1):
        total += rel / math.log2(position + 1)
    return total
