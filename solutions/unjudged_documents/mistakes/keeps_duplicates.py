"""Your pool holds a document as often as it was found.

People judge each document once: how can you tell that a name is in the pool already?
"""


def pool(runs, depth):
    names = []
    for ranking in runs:
        names += ranking[: max(depth, 0)]
    return sorted(names)
