"""Your score is right for every k from 0 on, but with a negative k it still finds results.

Try [1, 2, 3][:-1] in Python and see which numbers are left: what does a negative number mean
there, and what does the course say about such a k?
"""


def dcg_at_k(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[:k], start=1):
        total += rel / math.log2(position + 1)
    return total
