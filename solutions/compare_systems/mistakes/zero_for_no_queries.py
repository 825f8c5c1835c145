"""You return a number for two systems without any query, as if they were equally good.

To have no data and to find no difference are two things, and your numbers do not say which: what
does the lesson ask for if there are no queries?
"""


def differences(a, b):
    if not a and not b:
        return [0.0]
    return [score - other for score, other in zip(a, b, strict=True)]
