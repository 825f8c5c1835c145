import itertools
from collections import deque


def flatten(nested):
    flat, waiting = deque(), [nested]
    while waiting:
        item = waiting.pop()
        if isinstance(item, list):
            waiting.extend(item)
        else:
            flat.appendleft(item)
    return flat


def permutations(text):
    return map("".join, itertools.permutations(text))


def power_set(items):
    items = sorted(items)
    sizes = range(len(items) + 1)
    return set(itertools.chain.from_iterable(itertools.combinations(items, n) for n in sizes))
