"""You look for the first names of one list anywhere in the other one.

A document far down in the other list is not shared yet: which lists do you have to cut?
"""


def agreement(first, second, depth):
    if depth < 1:
        return 0.0
    return len(set(first[:depth]) & set(second)) / depth
