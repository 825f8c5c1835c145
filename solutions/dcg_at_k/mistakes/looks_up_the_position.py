"""Results of the same relevance all get the discount of the first of them.

Go through [2, 2] by hand: the second result has a position of its own. How does your code find
out where a result stands, and what does it find when the same number comes again?
"""


def dcg_at_k(rels, k):
    total = 0.0
    for rel in rels[: max(k, 0)]:
        position = rels.index(rel) + 1
        total += rel / math.log2(position + 1)
    return total
