from contextlib import contextmanager


class AccountError(Exception):
    pass


def countdown(start):
    if start < 0:
        raise AccountError("below zero")
    return iter(range(start, 0, -1))


class Account:
    def __init__(self, cents):
        self.cents = cents

    @property
    def share(self):
        if not self.cents:
            raise AccountError("nothing in it")
        return 1 / self.cents


@contextmanager
def limits(limit):
    if limit < 0:
        raise AccountError("below zero")
    yield limit


class Node(tuple):
    def __new__(cls, *parts):
        return super().__new__(cls, parts)


def tree():
    return (1, (2, 3))
