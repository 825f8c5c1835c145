"""With your divisors a result counts for more the further down it stands.

A logarithm takes two numbers, and Python wants them in one order: what do math.log(16, 4) and
math.log(4, 16) answer?
"""


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(base, position + 1)
    return total
