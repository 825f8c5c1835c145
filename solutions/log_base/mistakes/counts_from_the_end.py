"""Your scores are right for every k from 0 on, but with a negative k results still count.

What does Python make of a minus in a slice, and what does the lesson settle for such a k?
"""


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[:k], start=1):
        total += rel / math.log(position + 1, base)
    return total
