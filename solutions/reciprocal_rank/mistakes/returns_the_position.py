"""You return the position of the first relevant result, and so a worse list scores higher.

The first word of the name says what is still missing: what is to be done with that position?
"""


def reciprocal_rank(ranked_rels):
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            return position
    return 0.0
