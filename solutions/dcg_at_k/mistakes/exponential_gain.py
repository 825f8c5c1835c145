"""You compute a real variant of DCG, but not the one of this lesson: high grades count too much.

Some books raise 2 to the power of the grade, which changes nothing for 0 and 1 and much for all
others; read again in the conventions what a gain is here.
"""


def dcg_at_k(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += (2**rel - 1) / math.log2(position + 1)
    return total
