"""Below the line you count the untied pairs of one list only.

Swap the two lists: should tau stay the same, and does yours?
"""


def kendall_tau(a, b):
    by_a, by_b = orders(a), orders(b)
    untied = sum(map(abs, by_a)) * sum(map(abs, by_b))
    if untied == 0:
        raise ValueError("a list without any order cannot be compared")
    return sum(x * y for x, y in zip(by_a, by_b, strict=True)) / sum(map(abs, by_a))
