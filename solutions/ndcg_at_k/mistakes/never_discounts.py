"""Your DCG stays the same when the list is shuffled: every position counts in full.

Compare [3, 0] with [0, 3]: one of them is better for a reader who starts at the top, and one of
the three ideas of the lesson makes the difference.
"""


def dcg(rels):
    total = 0.0
    for rel in rels:
        total += rel
    return total
