"""Your chance agreement divides by the number of documents only once.

Each of the two factors is a share: how many divisions is that?
"""


def chance_agreement(first, second):
    n = len(pairs(first, second))
    counts = Counter(second)
    return sum(count * counts[label] for label, count in Counter(first).items()) / n
