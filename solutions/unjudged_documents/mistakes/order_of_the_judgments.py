"""Your condensed list is in the order of the judgments, not of the ranking.

The dictionary knows nothing of positions: which of the two should your loop go through?
"""


def condensed(ranking, judged):
    return [judged[name] for name in judged if name in ranking]
