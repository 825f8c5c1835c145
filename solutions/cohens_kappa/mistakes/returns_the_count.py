"""Your observed agreement is a number of documents, not a share.

Can a share be larger than 1? What is left to do with the count?
"""


def observed_agreement(first, second):
    return sum(one == other for one, other in pairs(first, second))
