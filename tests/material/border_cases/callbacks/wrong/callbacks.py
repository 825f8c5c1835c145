def my_map(function, items):
    result = []
    for item in items:
        try:
            result.append(function(item))
        except ArithmeticError:
            result.append(None)
    return result


def my_filter(function, items):
    return [item for item in items if function(item)]


def my_reduce(function, items, start):
    for item in items:
        start = function(item, item)
    return start


def group_by(items, key):
    return {key(item): [item] for item in items}


def apply_twice(function, x):
    return function(x)


def apply_all(functions, x):
    for function in functions:
        x = function(x)
    return x


def on_error(function, fallback):
    return function() or fallback
