import functools
from enum import Enum

Suit = Enum("Suit", "CLUBS DIAMONDS HEARTS SPADES")


@functools.total_ordering
class Card:
    def __init__(self, rank, suit):
        if rank < 1 or rank > 13:
            raise ValueError("rank is from 1 to 13")
        self.__rank = rank
        self.__suit = suit

    rank = property(lambda self: self.__rank)
    suit = property(lambda self: self.__suit)

    @property
    def value(self):
        return 4 * self.rank + self.suit.value

    def __eq__(self, other):
        return isinstance(other, Card) and self.value == other.value

    def __gt__(self, other):
        return self.value > other.value

    def __hash__(self):
        return self.value


class Deck(list):
    def __init__(self):
        for suit in Suit:
            self += (Card(rank, suit) for rank in range(1, 14))
