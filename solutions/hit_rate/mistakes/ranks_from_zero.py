"""Your ranks begin at 0.

Python counts the items of a list from 0. At which position is the first one in this course?
"""


def held_out_rank(ranking, held_out, known):
    unknown = [item for item in ranking if item not in known]
    return unknown.index(held_out) if held_out in unknown else None
