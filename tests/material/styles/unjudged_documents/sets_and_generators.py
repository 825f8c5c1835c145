from itertools import chain


def pool(runs, depth):
    seen = set(chain.from_iterable(run[:depth] for run in runs)) if depth > 0 else []
    return sorted(seen)


def condensed(ranking, judged):
    return [*map(judged.get, filter(judged.__contains__, ranking))]


def bpref(ranking, judged):
    relevant = {name for name, grade in judged.items() if grade > 0}
    bad = judged.keys() - relevant
    bound = min(map(len, (relevant, bad)))
    total, above = 0, 0
    for name in ranking:
        if name in relevant:
            total += 1 - min(above, bound) / bound if bound else 1
        above += name in bad
    return total / len(relevant) if relevant else 0.0
