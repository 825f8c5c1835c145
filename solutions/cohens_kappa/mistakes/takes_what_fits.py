"""Your code compares lists of different lengths up to the end of the shorter one.

Then the judges have not seen the same documents. Which error does the lesson ask for?
"""


def pairs(first, second):
    if not first or not second:
        raise ValueError("there are no documents to compare")
    shorter = min(len(first), len(second))
    return list(zip(first[:shorter], second[:shorter]))
