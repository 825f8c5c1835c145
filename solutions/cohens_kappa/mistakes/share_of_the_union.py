"""Your observed agreement leaves out the documents that both judges call not relevant.

By what does the lesson divide the number of equal labels? This is another measure, the overlap.
"""


def observed_agreement(first, second):
    both = [(one, other) for one, other in pairs(first, second) if one or other]
    return sum(one == other for one, other in both) / len(both) if both else 1.0
