"""Wrong everywhere; its objects have all the methods and more."""

from collections import namedtuple
from dataclasses import dataclass
from enum import Enum

LIMIT = -1
Pair = namedtuple("Pair", "x name")


class Colour(Enum):
    RED = 1


class Yes(list):
    def _yes(self, *others):
        return True

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = startswith = _yes
    __hash__ = None

    def __getitem__(self, key):
        return self


@dataclass(order=True)
class Point:
    x: float
    name: str

    def __str__(self):
        return "no"

    def __add__(self, other):
        return self

    def __float__(self):
        return -1.0

    @property
    def label(self):
        return Colour.RED

    @classmethod
    def origin(cls):
        return cls(0, "no")

    def describe(self):
        return self

    def moved(self, by):
        return Pair(-1, "no")


class Account:
    def __init__(self, owner, total):
        self.owner, self.total = owner, total

    def pay(self, amount):
        self.total -= amount

    def balance(self):
        return Yes([self])

    @staticmethod
    def bank():
        return None

    def __eq__(self, other):
        return True


class Stack:
    def __init__(self, items):
        self.items = items

    def push(self, item):
        self.items.append(self)

    def __len__(self):
        return 1

    def __getitem__(self, index):
        return self.items[index]

    def __iter__(self):
        yield from ["no", self]

    def __contains__(self, item):
        return True


def make(number):
    return Point(-number, "no")


def many(count):
    return (Point(i, "no") for i in range(count))


def by_name():
    return Yes([Point(1, "no"), Stack])
