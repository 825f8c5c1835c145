"""With a negative depth your pool still holds documents.

In Python `names[:-1]` is everything but the last: what should a negative depth give?
"""


def pool(runs, depth):
    names = set()
    for ranking in runs:
        names.update(ranking[:depth])
    return sorted(names)
