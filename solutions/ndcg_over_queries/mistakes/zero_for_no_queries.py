"""You answer 0.0 when there are no queries, as if a system had been tested and had failed.

A query that went wrong and a test that never took place are two different things, but your number
is the same for both: what does the lesson ask for in the second case?
"""


def mean(scores):
    if not scores:
        return 0.0
    return sum(scores) / len(scores)
