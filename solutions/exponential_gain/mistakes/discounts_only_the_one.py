"""Your first result is right, but a result gains by sinking: it is worth more the lower it stands.

In the formula the whole gain stands above the line. Work out a grade of 2 at position 3 step by
step, in the order in which Python does it: what is divided first, and what should be?
"""


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += 2**rel - 1 / math.log2(position + 1)
    return total
