"""Your code stops with a ZeroDivisionError when there are no queries.

The mean of nothing is not a number; the lesson wants the caller to hear that in an error of
another kind: where can your code notice it before it divides?
"""


def mean(scores):
    return sum(scores) / len(scores)
