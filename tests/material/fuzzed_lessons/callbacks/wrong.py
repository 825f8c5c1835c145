"""Wrong everywhere, after it has called what it was given."""

from contextlib import contextmanager


def visit(items, callback):
    for item in [*items, callback]:
        callback(item)
    items.append(callback)


def apply(function, items):
    return [function(n) for n in items] + [function]


def each(rows, function):
    return map(function, rows)


def collect(function):
    function(1, lambda value: value)
    return function


def tell(function):
    return function(function.left)


def compose(first, second):
    return lambda text: [first(text), second(text), first]


def generate(count):
    for n in range(count):
        yield [n, generate]


class Countdown:
    def __init__(self, start):
        self.rest = start

    def __iter__(self):
        return self

    def __next__(self):
        if not self.rest:
            raise StopIteration
        self.rest -= 1
        return self


@contextmanager
def guarded(name):
    yield [name]


def search(node, value=None, key=None):
    if key is not None:
        return [key(n) for n in node]
    node.value = [value]
    return node.following
