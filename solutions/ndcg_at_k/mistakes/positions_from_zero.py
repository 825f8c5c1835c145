"""The first result of your list earns nothing, and all others move up one position.

Python counts a list from 0 and the formula counts from 1: what does your code do with the item
at index 0, and by which number does the table in the lesson divide it?
"""


def dcg(rels):
    total = 0.0
    for i, rel in enumerate(rels):
        divisor = math.log2(i + 1)
        if divisor > 0:
            total += rel / divisor
    return total
