"""You compute a real variant of DCG, but not the one of this lesson: high grades count too much.

Many books and libraries raise 2 to the power of the grade, which changes nothing for grades 0 and
1 and much for all others; read again in the conventions what a gain is here.
"""


def dcg(rels):
    total = 0.0
    for position, rel in enumerate(rels, start=1):
        total += (2**rel - 1) / math.log2(position + 1)
    return total
