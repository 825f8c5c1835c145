from enum import Enum, Flag, IntEnum, auto


class Colour(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3

    def is_warm(self):
        return self is Colour.RED


class Level(IntEnum):
    LOW = 1
    MIDDLE = 2
    HIGH = 3


class Access(Flag):
    READ = auto()
    WRITE = auto()
    RUN = auto()


_THINGS = {"roses": Colour.RED, "grass": Colour.GREEN, "sky": Colour.BLUE}


def classify(thing):
    return _THINGS[thing]


def next_colour(colour):
    members = list(Colour)
    return members[(members.index(colour) + 1) % len(members)]


def paint():
    return {Colour.RED: 2, Colour.BLUE: 1}
