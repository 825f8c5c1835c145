from collections import namedtuple


class AccountError(Exception):
    pass


def countdown(start):
    if start < 0:
        raise AccountError("below zero")
    while start:
        yield start
        start -= 1


class Account:
    def __init__(self, cents):
        if not cents:
            raise AccountError("nothing in it")
        self.share = 1 / cents


class limits:
    def __init__(self, limit):
        if limit < 0:
            raise AccountError("below zero")
        self.limit = limit

    def __enter__(self):
        return self.limit

    def __exit__(self, *args):
        pass


Pair = namedtuple("Pair", "left right")
Node = Pair


def tree():
    return Pair(1, Pair(2, 3))
