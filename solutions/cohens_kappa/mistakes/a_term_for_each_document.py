"""Your chance agreement adds a term for each document, not for each label.

A label that is used three times is added three times. How do you go through each label once?
"""


def chance_agreement(first, second):
    n = len(pairs(first, second))
    return sum(first.count(label) * second.count(label) for label in first) / n**2
