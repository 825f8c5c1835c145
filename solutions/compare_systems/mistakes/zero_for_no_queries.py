"""You answer for two systems that were never asked anything, as if they had been found equal.

To have no data and to find no difference are two things, and the caller cannot tell them apart
from your numbers: what does the lesson settle for no queries?
"""


def differences(a, b):
    if not a and not b:
        return [0.0]
    return [score - other for score, other in zip(a, b, strict=True)]
