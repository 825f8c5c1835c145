"""Your scores are right for every k from 0 on, but with a negative k results still count.

What does Python make of a minus in a slice, and what does the lesson settle for such a k?
"""


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[:k], start=1):
        total += (2**rel - 1) / math.log2(position + 1)
    return total
