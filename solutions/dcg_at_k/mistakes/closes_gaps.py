"""Your code moves results up that stand below an irrelevant one.

A result of 0 adds nothing, but a reader still has to go past it: at which position does the
third result of [1, 0, 1] stand, and at which does your code see it?
"""


def dcg_at_k(rels, k):
    relevant = [rel for rel in rels[: max(k, 0)] if rel > 0]
    total = 0.0
    for position, rel in enumerate(relevant, start=1):
        total += rel / math.log2(position + 1)
    return total
