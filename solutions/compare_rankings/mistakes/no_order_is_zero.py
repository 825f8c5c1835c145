"""Your tau is 0 for a list in which all scores are equal.

A 0 would say that the orders have nothing to do with each other, but there is no order at all:
what does the lesson ask for?
"""


def kendall_tau(a, b):
    by_a, by_b = orders(a), orders(b)
    untied = sum(map(abs, by_a)) * sum(map(abs, by_b))
    common = sum(x * y for x, y in zip(by_a, by_b, strict=True))
    return common / math.sqrt(untied) if untied else 0.0
