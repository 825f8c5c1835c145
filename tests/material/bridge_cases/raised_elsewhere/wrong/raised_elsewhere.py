from collections import namedtuple


class AccountError(Exception):
    pass


class OtherError(Exception):
    pass


def countdown(start):
    if start < 0:
        raise OtherError("below zero")
    return iter(range(start, -1, -1))


class Account:
    def __init__(self, cents):
        self.cents = cents

    @property
    def share(self):
        if not self.cents:
            raise AccountError("none")
        return 1 / self.cents + 1


class limits:
    def __init__(self, limit):
        if limit < 0:
            raise OtherError("below zero")

    def __enter__(self):
        return 0

    def __exit__(self, *args):
        pass


Node = namedtuple("Node", "left right")


def tree():
    return Node(1, Node(2, 4))
