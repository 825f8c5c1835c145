"""Your chance agreement assumes that all labels are equally common.

Judges who nearly always say 0 agree by chance more often than others: how often did each judge use
each label?
"""


def chance_agreement(first, second):
    pairs(first, second)
    return 1 / len(set(first) | set(second))
