"""Your chance agreement knows the labels 0 and 1 only.

Grades and words are labels too: find out from the lists which labels there are.
"""


def chance_agreement(first, second):
    n = len(pairs(first, second))
    return sum(first.count(label) * second.count(label) for label in (0, 1)) / n**2
