"""Your pool holds the whole of every run.

That would be far too much to read for real engines: what does the number `depth` say?
"""


def pool(runs, depth):
    names = set()
    for ranking in runs:
        names.update(ranking if depth > 0 else [])
    return sorted(names)
