"""Your code stops with an error if a person has no rank.

None is no number and cannot be compared with one: ask for it first.
"""


def hit_rate(ranks, k):
    return mean([rank <= k for rank in ranks])
