"""Your chance agreement and your weighted kappa accept lists of different lengths.

They go through each list on its own, so no loop stops early: what tells you that the judges have
not seen the same documents?
"""


def chance_agreement(first, second):
    if not first or not second:
        raise ValueError("there are no documents to compare")
    counts = Counter(second)
    met = sum(count * counts[label] for label, count in Counter(first).items())
    return met / (len(first) * len(second))


def weighted_kappa(first, second):
    if not first or not second:
        raise ValueError("there are no documents to compare")
    both = list(zip(first, second))
    seen = sum(abs(one - other) for one, other in both) / len(both)
    expected = sum(abs(one - other) for one in first for other in second)
    if expected == 0:
        return None
    return 1 - seen / (expected / (len(first) * len(second)))
