"""Your tau is the share of concordant pairs, and discordant ones take nothing away.

Two lists in opposite order should have a tau of -1: what does the definition do with discordant
pairs?
"""


def kendall_tau(a, b):
    by_a, by_b = orders(a), orders(b)
    untied = sum(map(abs, by_a)) * sum(map(abs, by_b))
    if untied == 0:
        raise ValueError("a list without any order cannot be compared")
    concordant = sum(x * y > 0 for x, y in zip(by_a, by_b, strict=True))
    return concordant / math.sqrt(untied)
