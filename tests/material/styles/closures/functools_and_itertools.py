import itertools
import operator
from functools import partial, reduce


def make_counter(start=0):
    return itertools.count(start + 1).__next__


def make_multipliers(n):
    return [partial(operator.mul, factor) for factor in range(n)]


def compose(*functions):
    return reduce(lambda f, g: lambda x: f(g(x)), functions, lambda x: x)
