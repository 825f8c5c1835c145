"""Your weighted kappa counts steps between the grades that occur.

If no judge uses the grade 2, how far apart are 1 and 3? Subtract the grades themselves.
"""


def weighted_kappa(first, second):
    steps = sorted({*first, *second})
    both = pairs([steps.index(grade) for grade in first], [steps.index(grade) for grade in second])
    places, others = [one for one, _ in both], [other for _, other in both]
    seen = sum(abs(one - other) for one, other in both) / len(both)
    expected = sum(abs(one - other) for one in places for other in others) / len(both) ** 2
    if expected == 0:
        return None
    return 1 - seen / expected
