from enum import Enum
from functools import total_ordering
from typing import NamedTuple


@total_ordering
class Suit(Enum):
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    def __lt__(self, other):
        names = list(Suit)
        return names.index(self) < names.index(other)


class _Card(NamedTuple):
    rank: int
    suit: Suit


class Card(_Card):
    __slots__ = ()

    def __new__(cls, rank, suit):
        if rank not in range(1, 14):
            raise ValueError(rank)
        return super().__new__(cls, rank, suit)


class Deck:
    def __init__(self):
        self._cards = {Card(rank, suit): None for suit in Suit for rank in range(1, 14)}

    __len__ = lambda self: len(self._cards)
    __iter__ = lambda self: iter(self._cards)
    __contains__ = lambda self, card: card in self._cards
