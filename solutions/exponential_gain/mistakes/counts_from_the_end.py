"""Your scores are right for every k from 0 on, but with a negative k results still count.

What does a negative number mean in a slice, and what does the course say about such a k?
"""


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[:k], start=1):
        total += (2**rel - 1) / math.log2(position + 1)
    return total
