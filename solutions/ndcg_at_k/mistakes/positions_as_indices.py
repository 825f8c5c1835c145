"""Your dcg leaves out the first result and stops with an error after the last one.

The formula counts positions from 1 and Python counts a list from 0: write down, for a list of
three results, the position and the index of each, and which indices your code asks for.
"""


def dcg(rels):
    total = 0.0
    for i in range(1, len(rels) + 1):
        total += rels[i] / math.log2(i + 1)
    return total
