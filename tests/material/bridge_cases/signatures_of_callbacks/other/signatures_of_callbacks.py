import functools
from inspect import getfullargspec, ismethod
from typing import get_type_hints


def parameters(function):
    names = getfullargspec(function).args
    return names[1:] if ismethod(function) else names


def required(function):
    spec = getfullargspec(function)
    return len(spec.args) - len(spec.defaults or ())


def enforce(function):
    kinds = get_type_hints(function)
    names = getfullargspec(function).args

    @functools.wraps(function)
    def checked(*args):
        for name, value in zip(names, args):
            if not isinstance(value, kinds.get(name, object)):
                raise TypeError(name)
        return function(*args)

    return checked


def curry(function, *given):
    count = len(getfullargspec(function).args)
    if len(given) == count:
        return function(*given)
    return lambda one: curry(function, *given, one)
