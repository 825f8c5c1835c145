"""Your code stops with a ZeroDivisionError when there are no queries.

The mean of no differences is not a number, and the lesson wants the caller to hear that in an
error of another kind: where can your code notice it before it divides?
"""


def differences(a, b):
    return [score - other for score, other in zip(a, b, strict=True)]
