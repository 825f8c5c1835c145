"""Your scores are right for every base above 1, but nothing in your code turns the others away.

Put in 0.5 and look at the sign of your DCG, then put in 1 and look at the error: what does the
lesson settle for both?
"""


def dcg_with_base(rels, k, base):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total
