"""Your code compares whatever it is given, also lists of different lengths and empty ones.

Give it three scores and four, and then none at all: the lesson asks for an error in both cases, so
what can you check before you subtract?
"""


def differences(a, b):
    return [score - other for score, other in zip(a, b, strict=False)]
