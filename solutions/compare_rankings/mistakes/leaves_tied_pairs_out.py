"""You divide by the number of concordant and discordant pairs alone.

That is another measure, the gamma of Goodman and Kruskal: how many pairs of the first list are not
tied, and how many of the second?
"""


def kendall_tau(a, b):
    by_a, by_b = orders(a), orders(b)
    products = [x * y for x, y in zip(by_a, by_b, strict=True)]
    if not any(products):
        raise ValueError("a list without any order cannot be compared")
    return sum(products) / sum(map(abs, products))
