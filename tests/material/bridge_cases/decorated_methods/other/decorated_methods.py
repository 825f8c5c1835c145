import functools
import types

memoize = functools.lru_cache(maxsize=None)


class announce:
    def __init__(self, function):
        self.function = function
        functools.update_wrapper(self, function)

    def __call__(self, *args, **named):
        print("calling", self.__name__)
        return self.function(*args, **named)

    def __get__(self, owner, cls=None):
        return self if owner is None else types.MethodType(self, owner)


class Bound:
    def __init__(self, function, owner):
        self.function = function
        self.owner = owner

    def __call__(self, *args, **named):
        return self.function(self.owner, *args, **named)


class twice:
    def __init__(self, function):
        self.function = function

    def __call__(self, *args, **named):
        return self.function(*args, **named) * 2

    def __get__(self, owner, cls=None):
        return self if owner is None else Bound(self, owner)


class guard:
    def __init__(self, lowest):
        self.lowest = lowest

    def __call__(self, function):
        return Guarded(self.lowest, function)


class Guarded:
    def __init__(self, lowest, function):
        self.lowest = lowest
        self.function = function

    def __call__(self, owner, value):
        if value < self.lowest:
            raise ValueError(f"{value} is below {self.lowest}")
        return self.function(owner, value)

    def __get__(self, owner, cls=None):
        return functools.partial(self, owner)


class lazy:
    def __init__(self, function):
        self.function = function

    def __get__(self, owner, cls=None):
        return self.function(owner)


class unbound:
    def __init__(self, function):
        self.function = function

    def __get__(self, owner, cls=None):
        return self.function


class of_the_class:
    def __init__(self, function):
        self.function = function

    def __get__(self, owner, cls=None):
        return lambda *args: self.function(cls, *args)


def shout(text):
    return text.upper()
