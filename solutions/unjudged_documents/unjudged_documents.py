"""Unjudged documents: what to judge, and how to score a list that was judged in part."""


def pool(runs, depth):
    """Return the names of the documents to judge, sorted, each of them once."""
    names = set()
    for ranking in runs:
        names.update(ranking[: max(depth, 0)])
    return sorted(names)


def condensed(ranking, judged):
    """Return the grades of the judged documents, in ranked order."""
    return [judged[name] for name in ranking if name in judged]


def bad_above_each(ranking, judged):
    """Return, for each relevant document of a ranking, how many bad ones stand above it."""
    counts = []
    bad = 0
    for grade in condensed(ranking, judged):
        if grade > 0:
            counts.append(bad)
        else:
            bad += 1
    return counts


def credit(bad, bound):
    """Return what a relevant document adds with so many bad ones above it."""
    return 1 - min(bad, bound) / bound if bound else 1.0


def bpref(ranking, judged):
    """Return the bpref of a ranking, with the bound of trec_eval."""
    relevant = sum(grade > 0 for grade in judged.values())
    if relevant == 0:
        return 0.0
    bound = min(relevant, len(judged) - relevant)
    return sum(credit(bad, bound) for bad in bad_above_each(ranking, judged)) / relevant
