from enum import IntEnum, auto, unique


@unique
class Suit(IntEnum):
    CLUBS = auto()
    DIAMONDS = auto()
    HEARTS = auto()
    SPADES = auto()


class Card:
    __slots__ = ("_number",)

    def __init__(self, rank, suit):
        if rank not in {*range(1, 14)}:
            raise ValueError(f"no rank {rank}")
        object.__setattr__(self, "_number", rank * 5 + suit)

    def __setattr__(self, name, value):
        raise AttributeError("cards do not change")

    def __getattr__(self, name):
        if name == "rank":
            return self._number // 5
        if name == "suit":
            return Suit(self._number % 5)
        raise AttributeError(name)

    def __lt__(self, other):
        return self._number < other._number

    def __gt__(self, other):
        return other < self

    def __eq__(self, other):
        if type(other) is Card:
            return self._number == other._number
        return NotImplemented

    def __hash__(self):
        return hash((Card, self._number))


class Pile:
    def __init__(self, cards):
        self.cards = list(cards)

    def __len__(self):
        return len(self.cards)

    def __getitem__(self, i):
        return self.cards[i]


class Deck(Pile):
    def __init__(self):
        super().__init__(Card(r, s) for s in Suit for r in range(1, 14))
