"""You divide by the number of all pairs, tied or not.

That is the tau of 1938, which makes no allowance for ties: which pairs does tau-b count for each
list?
"""


def kendall_tau(a, b):
    by_a, by_b = orders(a), orders(b)
    if not any(by_a) or not any(by_b):
        raise ValueError("a list without any order cannot be compared")
    return sum(x * y for x, y in zip(by_a, by_b, strict=True)) / len(by_a)
