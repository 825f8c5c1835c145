from enum import Enum, Flag, IntFlag, StrEnum, auto, unique


class Suit(StrEnum):
    CLUBS = auto()
    HEARTS = auto()
    SPADES = "S"

    @property
    def colour(self):
        return "red" if self is Suit.HEARTS else "black"


class Permission(Flag):
    NONE = 0
    READ = auto()
    WRITE = auto()
    RUN = auto()
    ALL = READ | WRITE | RUN


class Bits(IntFlag):
    A = 1
    B = 2


@unique
class Planet(Enum):
    MERCURY = (3.303e23, 2.4397e6)
    EARTH = (5.976e24, 6.37814e6)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def gravity(self):
        return 6.6743e-11 * self.mass / self.radius**2


class Step(Enum):
    START = "s"
    STOP = "e"
    BEGIN = "s"

    @classmethod
    def from_text(cls, text):
        return cls[text.strip().upper()]

    @classmethod
    def _missing_(cls, value):
        return cls.STOP if value == "?" else None


def allowed(*permissions):
    both = Permission.NONE
    for permission in permissions:
        both |= permission
    return both


def count_suits(cards):
    found = {}
    for card in cards:
        suit = Suit(card[0])
        found[suit] = found.get(suit, 0) + 1
    return found
