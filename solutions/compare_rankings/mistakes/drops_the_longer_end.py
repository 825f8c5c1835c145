"""You compare two lists of scores although one of them is longer.

Then the last scores belong to no item of the other list: what does the lesson ask for?
"""


def kendall_tau(a, b):
    both = min(len(a), len(b))
    by_a, by_b = orders(a[:both]), orders(b[:both])
    untied = sum(map(abs, by_a)) * sum(map(abs, by_b))
    if untied == 0:
        raise ValueError("a list without any order cannot be compared")
    return sum(x * y for x, y in zip(by_a, by_b)) / math.sqrt(untied)
