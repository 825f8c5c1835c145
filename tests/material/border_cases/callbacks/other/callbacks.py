from collections import defaultdict
from functools import reduce


def my_map(function, items):
    return list(map(function, items))


def my_filter(function, items):
    return list(filter(function, items))


def my_reduce(function, items, start):
    return reduce(function, items, start)


def group_by(items, key):
    groups = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return dict(groups)


def apply_twice(function, x):
    for _ in "ab":
        x = function(x)
    return x


def apply_all(functions, x):
    found = []
    while len(found) < len(functions):
        found += [functions[len(found)](x)]
    return found


def on_error(function, fallback):
    try:
        result = function()
    except BaseException as e:
        result = (fallback, e.__class__.__qualname__)
    return result
