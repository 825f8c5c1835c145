def memoize(function):
    known = {}

    def remembering(*args):
        if args not in known:
            known[args] = function(*args)
        return known[args]

    return remembering


def apply(function, value):
    return function(value)


def nest(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def count_levels(value):
    found = 0
    while value:
        value = value[0]
        found += 1
    return found


class Box:
    def __init__(self, content):
        self.content = content

    def weigh(self):
        return self.content

    def __repr__(self):
        return f"a box of {self.content}"
