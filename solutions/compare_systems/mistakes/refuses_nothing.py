"""Your code compares whatever it is given, also lists of different lengths and empty ones.

Give it three scores and four, and then none at all: for both the lesson settles what the caller
should hear, so what can you check before you subtract?
"""


def differences(a, b):
    return [score - other for score, other in zip(a, b, strict=False)]
