"""Your positions are one too large, so that even the best list scores only a half.

If you start to count at 1, or add 1 to an index, that is enough; doing both counts the top
result as the second.
"""


def reciprocal_rank(ranked_rels):
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            return 1 / (position + 1)
    return 0.0
