"""Your code removes the known items from the list that it was given.

The caller's ranking is shorter after the call. How do you make a new list?
"""


def held_out_rank(ranking, held_out, known):
    for item in known:
        if item in ranking:
            ranking.remove(item)
    return ranking.index(held_out) + 1 if held_out in ranking else None
