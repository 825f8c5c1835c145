"""You divide tau by the product of the two numbers of pairs, without the square root.

For four items in the same order there are 6 pairs above the line: what should stand below it?
"""


def kendall_tau(a, b):
    by_a, by_b = orders(a), orders(b)
    untied = sum(map(abs, by_a)) * sum(map(abs, by_b))
    if untied == 0:
        raise ValueError("a list without any order cannot be compared")
    return sum(x * y for x, y in zip(by_a, by_b, strict=True)) / untied
