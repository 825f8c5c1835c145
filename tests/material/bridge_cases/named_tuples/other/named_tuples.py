import math
from collections import namedtuple
from itertools import product, starmap


class Point(namedtuple("Point", ["x", "y"], defaults=[0])):
    __slots__ = ()

    def distance(self):
        return math.hypot(*self)


class Card(namedtuple("Card", "rank suit")):
    @property
    def strength(self):
        return "23456789TJQKA".find(self.rank)


def corners(n):
    return list(starmap(Point, product((0, n), repeat=2)))


def best(cards):
    found = cards[0]
    for card in cards[1:]:
        if card.strength > found.strength:
            found = card
    return found
