from dataclasses import dataclass, field, fields
from enum import Enum
from itertools import product, starmap


class Suit(Enum):
    CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


@dataclass(order=True, unsafe_hash=True)
class Card:
    sort_index: tuple = field(init=False, repr=False)
    rank: int = field(compare=False)
    suit: Suit = field(compare=False)

    def __post_init__(self):
        if str(self.rank) not in map(str, range(1, 14)):
            raise ValueError("unknown rank")
        super().__setattr__("sort_index", (self.rank, self.suit.value))

    def __setattr__(self, name, value):
        if name in {one.name for one in fields(self)} & vars(self).keys():
            raise AttributeError(f"{name} is fixed")
        super().__setattr__(name, value)


class Deck:
    def __init__(self):
        pairs = product(range(1, 14), Suit)
        self.cards = set(starmap(Card, pairs))
        self.order = sorted(self.cards)

    def __len__(self):
        return len(self.cards)

    def __iter__(self):
        for card in self.order:
            if card in self.cards:
                yield card

    def __contains__(self, card):
        return card in self.cards
