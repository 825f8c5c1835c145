"""Your code stops with an error if the held-out item is not in the ranking.

Some recommenders return a short list only. What does the lesson return then?
"""


def held_out_rank(ranking, held_out, known):
    unknown = [item for item in ranking if item not in known]
    return unknown.index(held_out) + 1
