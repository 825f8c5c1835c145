"""Your coefficient is Spearman's: it looks at how far apart two places are.

Kendall's tau asks of each pair only which of the two items is higher: does your code go through
pairs?
"""


def kendall_tau(a, b):
    if len(a) != len(b):
        raise ValueError("both lists must score the same items")
    if len(set(a)) < 2 or len(set(b)) < 2:
        raise ValueError("a list without any order cannot be compared")
    above = [[sum(other < one for other in side) for one in side] for side in (a, b)]
    ties = [[side.count(one) for one in side] for side in (a, b)]
    ranks = [[2 * x + y for x, y in zip(*both)] for both in zip(above, ties)]
    middle = len(a)
    one, other = ([rank - middle for rank in side] for side in ranks)
    common = sum(x * y for x, y in zip(one, other))
    return common / math.sqrt(sum(x * x for x in one) * sum(y * y for y in other))
