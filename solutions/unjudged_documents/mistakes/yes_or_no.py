"""Your condensed list holds ones and zeros in place of the grades.

NDCG of a condensed list needs the grades as they are: where does your code turn them into yes or
no?
"""


def condensed(ranking, judged):
    return [int(judged[name] > 0) for name in ranking if name in judged]
