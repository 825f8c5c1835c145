"""Your pool is right, but it cuts the runs that it was given.

Take the first names without changing the list: which way of cutting makes a new list?
"""


def pool(runs, depth):
    names = set()
    for ranking in runs:
        del ranking[max(depth, 0) :]
        names.update(ranking)
    return sorted(names)
