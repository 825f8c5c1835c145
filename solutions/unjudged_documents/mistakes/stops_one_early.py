"""Your pool stops one position too early in each run.

With a depth of 1, which positions are judged?
"""


def pool(runs, depth):
    names = set()
    for ranking in runs:
        names.update(ranking[: max(depth - 1, 0)])
    return sorted(names)
