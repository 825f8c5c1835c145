"""Your rank counts items that the person already knows.

A person needs no recommendation for these: which items are left, and where is the held-out one?
"""


def held_out_rank(ranking, held_out, known):
    return ranking.index(held_out) + 1 if held_out in ranking else None
