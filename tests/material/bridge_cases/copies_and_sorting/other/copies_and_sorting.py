import copy
from dataclasses import dataclass
from operator import attrgetter


class Hand:
    def __init__(self, cards):
        self.cards = cards

    def copy(self):
        return copy.deepcopy(self)


@dataclass(order=True)
class Card:
    rank: int


@dataclass
class Player:
    name: str
    score: int


by_score = attrgetter("score")


def leaderboard(players):
    ranked = list(players)
    ranked.sort(key=by_score)
    return ranked[::-1]


class Version:
    def __init__(self, text):
        self.numbers = [int(p) for p in text.split(".")] + [0] * (3 - text.count("."))

    def _compare(self, other, sign):
        if not isinstance(other, Version):
            return NotImplemented
        return getattr(self.numbers, sign)(other.numbers)

    def __eq__(self, other):
        return self._compare(other, "__eq__")

    def __ne__(self, other):
        return self._compare(other, "__ne__")

    def __lt__(self, other):
        return self._compare(other, "__lt__")

    def __le__(self, other):
        return self._compare(other, "__le__")

    def __gt__(self, other):
        return self._compare(other, "__gt__")

    def __ge__(self, other):
        return self._compare(other, "__ge__")

    def __hash__(self):
        return sum(self.numbers)
