"""Your chance agreement has a term for one label only.

By chance the judges may also agree that a document is not relevant: how likely is that?
"""


def chance_agreement(first, second):
    n = len(pairs(first, second))
    return first.count(1) * second.count(1) / n**2
