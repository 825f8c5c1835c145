from enum import Enum


class Colour(Enum):
    RED = 1
    GREEN = 2
    BLUE = 4

    def is_warm(self):
        return True


class Level(Enum):
    LOW = 1
    HIGH = 3


class Access:
    READ, WRITE, RUN = 1, 2, 4


def classify(thing):
    return {"roses": "RED", "sky": Colour.BLUE}.get(thing, Colour.RED)


def next_colour(colour):
    return colour


def paint():
    return {"RED": 2}
