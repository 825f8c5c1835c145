from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple


@dataclass
class Place:
    row: int
    column: int


@dataclass
class Route:
    places: list


class Ranked(list):
    def __init__(self, items):
        super().__init__(sorted(items))


class Version(NamedTuple):
    major: int
    minor: int

    def __str__(self):
        return f"{self.major}.{self.minor}"


class Shade(IntEnum):
    LIGHT = 1
    DARK = 2
