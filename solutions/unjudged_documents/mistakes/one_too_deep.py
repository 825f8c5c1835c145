"""Your pool goes one position too far down in each run.

With a depth of 1, which positions are judged?
"""


def pool(runs, depth):
    names = set()
    for ranking in runs:
        names.update(ranking[: depth + 1] if depth > 0 else [])
    return sorted(names)
