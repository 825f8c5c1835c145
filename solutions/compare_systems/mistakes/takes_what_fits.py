"""You compare lists of different lengths silently, and the last scores are lost.

If the numbers of scores differ, they belong to different queries, and no pair of them can be
trusted: which error should the caller get?
"""


def differences(a, b):
    if not a or not b:
        raise ValueError("there are no queries to compare")
    return [score - other for score, other in zip(a, b, strict=False)]
