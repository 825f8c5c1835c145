import sys

sys.setrecursionlimit(1000)


def memoize(function):
    known = {}

    def remembering(*args, **named):
        key = args, tuple(named.items())
        try:
            return known[key]
        except KeyError:
            known[key] = function(*args, **named)
        return known[key]

    return remembering


def apply(function, value):
    [result] = map(function, [value])
    return result


def nest(depth):
    return [nest(depth - 1)] if depth else []


def count_levels(value):
    return 1 + count_levels(value[0]) if value else 0


class Box:
    def __init__(self, content):
        self.content = content

    def weigh(self):
        return self.content

    def __repr__(self):
        return "a box of " + str(self.weigh())
