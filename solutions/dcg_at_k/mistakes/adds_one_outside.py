"""Your first result is right, but every later one is discounted too much.

Read the formula aloud: what happens first, adding one or taking the logarithm? Your divisor for
position 2 shows what your code does.
"""


def dcg_at_k(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / (math.log2(position) + 1)
    return total
