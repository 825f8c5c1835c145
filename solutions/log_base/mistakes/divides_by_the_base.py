"""Your DCG does change with the base, but not by the factor that belongs to it.

From base 2 to base 4 your DCG doubles, as it should: by how much does it grow from base 2 to base
10, and by how much do the rows of the lesson's table?
"""


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel * base / 2 / math.log2(position + 1)
    return total
