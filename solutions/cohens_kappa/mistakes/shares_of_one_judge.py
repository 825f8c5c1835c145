"""Your chance agreement uses the shares of the first judge twice.

One judge may use a label more often than the other: whose share is the second factor?
"""


def chance_agreement(first, second):
    n = len(pairs(first, second))
    return sum(count**2 for count in Counter(first).values()) / n**2
