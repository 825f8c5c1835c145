from dataclasses import dataclass
from enum import IntEnum


class Suit(IntEnum):
    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3
    SPADES = 4


@dataclass(frozen=True, order=True)
class Card:
    rank: int
    suit: Suit

    def __post_init__(self):
        if not 1 <= self.rank <= 13:
            raise ValueError(f"there is no rank {self.rank}")


class Deck:
    def __init__(self):
        self.cards = [Card(rank, suit) for suit in Suit for rank in range(1, 14)]

    def __len__(self):
        return len(self.cards)

    def __iter__(self):
        return iter(self.cards)
