from itertools import accumulate, chain


def squares(items):
    return map(lambda x: x * x, items)


def evens(items):
    return filter(lambda x: x % 2 == 0, items)


def pairs(a, b):
    return zip(a, b)


def numbered(items):
    return enumerate(items, 1)


def tail(items):
    return reversed(items)


def keys_of(d):
    return d.keys()


def values_of(d):
    return d.values()


def inverted(d):
    return {v: k for k, v in d.items()}.items()


def merged(*parts):
    return chain(*parts)


def window(items, n):
    held = []
    for item in items:
        held = [*held, item][-n:]
        if len(held) == n:
            yield tuple(held)


def triangle(items):
    return accumulate(items)


def index(items):
    return range(len(items))
