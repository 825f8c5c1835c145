"""You compute the DCG of the first paper, where nothing is discounted above position b.

The lesson shows that formula only as one in which the base matters. Read the definition above it
again: which logarithm belongs to position 1, and what does your code divide by there?
"""


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base of a logarithm must be above 1 here")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel if position < base else rel / math.log(position, base)
    return total
