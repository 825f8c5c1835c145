"""Your second result counts as much as your first: the discount sets in one position late.

Compare the table of divisors in the lesson with your own, from position 1 to 4. If you had to
treat position 1 as a special case, the formula asks for something else.
"""


def dcg_at_k(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        if position == 1:
            total += rel
        else:
            total += rel / math.log2(position)
    return total
