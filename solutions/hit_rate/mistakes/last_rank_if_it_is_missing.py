"""If the held-out item is not in the ranking, you put it behind the last item.

With a short list that may still be a hit. What does the lesson return?
"""


def held_out_rank(ranking, held_out, known):
    unknown = [item for item in ranking if item not in known]
    return unknown.index(held_out) + 1 if held_out in unknown else len(unknown) + 1
