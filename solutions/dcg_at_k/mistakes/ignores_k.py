"""Your score takes in the whole list, whatever k is.

A reader who stops after k results has not seen the rest: where in your code does k make a
difference?
"""


def dcg_at_k(rels, k):
    total = 0.0
    for position, rel in enumerate(rels, start=1):
        total += rel / math.log2(position + 1)
    return total
