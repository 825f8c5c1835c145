import operator
from functools import partial
from itertools import starmap

dot = lambda a, b: sum(starmap(operator.mul, zip(a, b)))


def transpose(matrix):
    return map(list, zip(*matrix))


def multiply(a, b):
    try:
        columns = list(zip(*b, strict=True))
        assert all(len(row) == len(b) for row in a)
    except AssertionError:
        raise ValueError("sizes")
    return tuple(tuple(map(partial(dot, row), columns)) for row in a)
