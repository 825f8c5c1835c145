"""Your sum leaves out the top result and begins one further down, so it also runs past the end.

The formula counts positions from 1 and Python counts a list from 0: write down, for a list of
three results, the position and the index of each, and which of them your code asks for.
"""


def cumulative_gain(rels, k):
    total = 0
    for i in range(1, k + 1):
        total += rels[i]
    return total
