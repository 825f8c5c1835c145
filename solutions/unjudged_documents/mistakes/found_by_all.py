"""Your pool holds only documents that every engine found.

Then a good document that one engine alone found is never judged: is one run enough to get into
the pool?
"""


def pool(runs, depth):
    if not runs:
        return []
    return sorted(set.intersection(*(set(ranking[: max(depth, 0)]) for ranking in runs)))
