"""Your dcg stops with an error as soon as there is a result to discount.

Work out the divisor of the first result as your code does: which number goes into the
logarithm, what comes out, and may you divide by that? The table in the lesson starts with 1.
"""


def dcg(rels):
    total = 0.0
    for i, rel in enumerate(rels):
        total += rel / math.log2(i + 1)
    return total
