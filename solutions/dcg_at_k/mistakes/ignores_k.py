"""Your score uses the whole list, whatever k is.

A reader who stops after k results does not see the rest: where does your code use k?
"""


def dcg_at_k(rels, k):
    total = 0.0
    for position, rel in enumerate(rels, start=1):
        total += rel / math.log2(position + 1)
    return total
