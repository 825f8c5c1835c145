from enum import Enum, Flag, IntFlag


class Suit(str, Enum):
    CLUBS = "clubs"
    HEARTS = "hearts"
    SPADES = "spades"

    @property
    def colour(self):
        return "black"


class Permission(Flag):
    NONE = 0
    READ = 1
    WRITE = 2
    RUN = 4
    ALL = 3


class Bits(IntFlag):
    A = 1
    B = 3


class Planet(Enum):
    MERCURY = 1
    EARTH = 2

    mass = radius = gravity = 0


class Step(Enum):
    START = "s"
    STOP = "e"
    BEGIN = "b"

    @classmethod
    def from_text(cls, text):
        return cls[text]


def allowed(*permissions):
    return permissions[-1]


def count_suits(cards):
    return {card[0]: 1 for card in cards}
