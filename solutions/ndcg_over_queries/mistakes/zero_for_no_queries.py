"""You answer 0.0 when there are no queries, as if a system had been tried and had failed.

A query that went wrong and a test that never took place are two different things, and someone who
reads the number cannot tell them apart: what does the lesson settle for the second?
"""


def mean(scores):
    if not scores:
        return 0.0
    return sum(scores) / len(scores)
