"""Your mean difference has the wrong sign: it is negative where A is better.

Put in a system A that wins every query: what does your number say about A, and which score do you
subtract from which?
"""


def differences(a, b):
    if not a:
        raise ValueError("there are no queries to compare")
    return [other - score for score, other in zip(a, b, strict=True)]
