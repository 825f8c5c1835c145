from collections import UserDict


class Matrix(dict):
    def __init__(self, rows, columns):
        for row in range(rows):
            for column in range(columns):
                self[row, column] = 0

    def __missing__(self, place):
        raise IndexError(place)


class CaseInsensitive(UserDict):
    def __getitem__(self, key):
        return super().__getitem__(key.upper())

    def __setitem__(self, key, value):
        super().__setitem__(key.upper(), value)

    def __delitem__(self, key):
        super().__delitem__(key.upper())

    def __contains__(self, key):
        return super().__contains__(key.upper())


class Counter2(dict):
    __missing__ = lambda self, key: int()


class Polynomial(tuple):
    def __new__(cls, *terms):
        return super().__new__(cls, terms)

    def __call__(self, x):
        total = 0
        for c in reversed(self):
            total = total * x + c
        return total

    def __getitem__(self, i):
        found = super().__getitem__(i)
        return list(found) if isinstance(i, slice) else found


class Whitelist:
    def __init__(self, allowed):
        self.__allowed = list(allowed)

    def __getattr__(self, name):
        raise AttributeError(f"no such thing: {name}")

    def __iter__(self):
        return iter(self.__allowed)

    size = property(lambda self: len(self.__allowed))
