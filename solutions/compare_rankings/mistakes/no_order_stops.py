"""Your tau stops with a ZeroDivisionError for a list in which all scores are equal.

Which error does the lesson ask for, and where can your code check for such a list?
"""


def kendall_tau(a, b):
    by_a, by_b = orders(a), orders(b)
    untied = sum(map(abs, by_a)) * sum(map(abs, by_b))
    return sum(x * y for x, y in zip(by_a, by_b, strict=True)) / math.sqrt(untied)
