def memoize(function):
    return lambda *args: function(args[0] % 2)


def apply(function, value):
    return value


def nest(depth):
    return []


def count_levels(value):
    return len(value)
