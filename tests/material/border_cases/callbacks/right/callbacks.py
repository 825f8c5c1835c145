def my_map(function, items):
    return [function(item) for item in items]


def my_filter(function, items):
    return [item for item in items if (function(item) if function else item)]


def my_reduce(function, items, start):
    for item in items:
        start = function(start, item)
    return start


def group_by(items, key):
    groups = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def apply_twice(function, x):
    return function(function(x))


def apply_all(functions, x):
    return [function(x) for function in functions]


def on_error(function, fallback):
    try:
        return function()
    except Exception as e:
        return fallback, type(e).__name__
