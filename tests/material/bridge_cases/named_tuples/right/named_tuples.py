from collections import namedtuple
from typing import NamedTuple


class Point(NamedTuple):
    x: int
    y: int = 0

    def distance(self):
        return (self.x**2 + self.y**2) ** 0.5


Card = namedtuple("Card", "rank suit")
ORDER = "23456789TJQKA"


def corners(n):
    return [Point(x, y) for x in (0, n) for y in (0, n)]


def best(cards):
    return max(cards, key=lambda c: ORDER.index(c.rank))
