"""Your code gives 0 if there are no documents.

That would say that the judges never agree. Which error does the lesson ask for?
"""


def observed_agreement(first, second):
    return sum(one == other for one, other in pairs(first, second)) / len(first) if first else 0.0


def chance_agreement(first, second):
    if not first:
        return 0.0
    counts = Counter(second)
    return sum(count * counts[label] for label, count in Counter(first).items()) / len(first) ** 2


def weighted_kappa(first, second):
    if not first:
        return 0.0
    both = pairs(first, second)
    seen = sum(abs(one - other) for one, other in both) / len(both)
    expected = sum(abs(one - other) for one in first for other in second) / len(both) ** 2
    if expected == 0:
        return None
    return 1 - seen / expected
