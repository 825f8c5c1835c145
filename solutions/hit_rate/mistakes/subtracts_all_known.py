"""Your rank is better by one for every known item, also for those below the held-out item.

Which of the known items push the held-out one down?
"""


def held_out_rank(ranking, held_out, known):
    if held_out not in ranking:
        return None
    return ranking.index(held_out) + 1 - sum(item in ranking for item in known)
