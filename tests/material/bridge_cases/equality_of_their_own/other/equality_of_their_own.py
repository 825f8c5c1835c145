from collections import UserList
from enum import Enum
from functools import total_ordering


class Place:
    def __init__(self, row, column):
        self.__row = row
        self.__column = column

    def __eq__(self, other):
        return isinstance(other, Place) and vars(self) == vars(other)


class Route:
    __slots__ = ("_stops",)

    def __init__(self, places):
        self._stops = tuple(places)

    def __eq__(self, other):
        return self._stops == other._stops


class Ranked(UserList):
    def __init__(self, items):
        super().__init__(sorted(items))


@total_ordering
class Version:
    def __init__(self, *parts):
        self.parts = parts

    @property
    def major(self):
        return self.parts[0]

    @property
    def minor(self):
        return self.parts[1]

    def __iter__(self):
        return iter(self.parts)

    def __eq__(self, other):
        return tuple(self) == tuple(other)

    def __lt__(self, other):
        return self.parts < other.parts


@total_ordering
class Shade(Enum):
    LIGHT = "a"
    DARK = "b"

    def __lt__(self, other):
        return self.value < other.value
