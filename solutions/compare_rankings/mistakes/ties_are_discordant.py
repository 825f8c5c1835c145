"""You count a pair that is tied in one list as discordant.

A tie does not say the opposite of anything: what should such a pair add above the line?
"""


def kendall_tau(a, b):
    by_a, by_b = orders(a), orders(b)
    untied = sum(map(abs, by_a)) * sum(map(abs, by_b))
    if untied == 0:
        raise ValueError("a list without any order cannot be compared")
    alike = [1 if x * y > 0 else -1 for x, y in zip(by_a, by_b, strict=True)]
    return sum(alike) / math.sqrt(untied)
