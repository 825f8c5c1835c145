def memoize(function):
    return lambda *args: function(args[0] % 2)


def apply(function, value):
    return value


def nest(depth):
    return []


def count_levels(value):
    return len(value)


class Box:
    def __init__(self, content):
        self.content = content

    def weigh(self):
        return self.content

    def __repr__(self):
        return "a box"
