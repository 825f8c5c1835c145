"""Your sum leaves out the top result, and each later one gets the divisor of the one above it.

The formula counts positions from 1 and Python counts a list from 0: write down, for a list of
three results, the position and the index of each, and which of them your code asks for.
"""


def dcg_at_k(rels, k):
    total = 0.0
    for i in range(1, k + 1):
        total += rels[i] / math.log2(i + 1)
    return total
