"""Your NDCG is right, but your DCG gets smaller as the base grows, and should get larger.

With base 4 a result at position 1 has a divisor of one half: what does your code divide by there,
and is a result worth more or less after that?
"""


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / (math.log2(position + 1) * math.log2(base))
    return total
