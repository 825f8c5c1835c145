from __future__ import annotations

from collections import UserList, defaultdict, namedtuple
from dataclasses import dataclass, field
from enum import Enum, IntFlag
from functools import total_ordering


class Allergen(IntFlag):
    eggs = 1
    peanuts = 2
    shellfish = 4


class Allergies:
    def __init__(self, score):
        self.flags = Allergen(score)
        self.lst = [a.name for a in Allergen if a in self.flags]

    def allergic_to(self, item):
        return Allergen[item] in self.flags


@dataclass(frozen=True)
class Clock:
    hour: int
    minute: int = 0

    def __post_init__(self):
        h, m = divmod(self.hour * 60 + self.minute, 60)
        object.__setattr__(self, "hour", h % 24)
        object.__setattr__(self, "minute", m)

    def __str__(self):
        return "%02d:%02d" % (self.hour, self.minute)

    def __add__(self, minutes):
        return type(self)(self.hour, self.minute + minutes)

    def __sub__(self, minutes):
        return self + (-minutes)


class CustomSet(set):
    def isempty(self):
        return len(self) == 0

    def __add__(self, other):
        return CustomSet(self | other)

    def __sub__(self, other):
        return CustomSet(set.__sub__(self, other))


class Plant(str, Enum):
    Radishes = "R"
    Clover = "C"
    Grass = "G"


class Garden:
    def __init__(self, text, students=("Alice", "Bob", "Charlie")):
        self._beds = defaultdict(list)
        for line in text.splitlines():
            for i, c in enumerate(line):
                self._beds[students[i // 2]].append(Plant(c).name)

    def plants(self, name):
        return self._beds[name]


class HighScores:
    def __init__(self, scores):
        self.scores = scores
        self.latest = lambda: self.scores[-1]

    def personal_top_three(self):
        copy = list(self.scores)
        copy.sort()
        return copy[:-4:-1]


Point = namedtuple("Point", "x y")


class Direction(str, Enum):
    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


class Robot:
    STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}

    def __init__(self, where):
        self.coordinates = Point(*where)
        self._dir = Direction.NORTH

    @property
    def direction(self):
        return self._dir

    def _turn(self, by):
        order = list(Direction)
        self._dir = order[(order.index(self._dir) + by) % 4]

    def _advance(self):
        dx, dy = self.STEPS[self._dir.value]
        self.coordinates = Point(self.coordinates.x + dx, self.coordinates.y + dy)

    def move(self, text):
        do = {"R": lambda: self._turn(1), "L": lambda: self._turn(-1), "A": self._advance}
        for c in text:
            do[c]()


class EmptyListException(Exception):
    pass


@dataclass
class Node:
    _value: object

    def value(self):
        return self._value


class SimpleLinkedList(UserList):
    def __init__(self, values=()):
        super().__init__(list(values)[::-1])

    def head(self):
        if not self.data:
            raise EmptyListException("The list is empty.")
        return Node(self.data[0])

    def pop(self):
        return self.data.pop(0)

    def reversed(self):
        return iter(self.data[::-1])


@dataclass
class Tree:
    label: str
    children: list[Tree] = field(default_factory=list)

    def dict(self):
        return {self.label: [child.dict() for child in self.children]}


@total_ordering
class Hand:
    def __init__(self, text):
        self.text = text

    @property
    def key(self):
        return sorted(("23456789TJQKA".index(c[0]) for c in self.text.split()))[::-1]

    def __eq__(self, other):
        return self.key == other.key

    def __lt__(self, other):
        return self.key < other.key


def best_hands(texts):
    hands = [Hand(t) for t in texts]
    top = max(hands)
    return [h.text for h in hands if h == top]


def flatten(items):
    for item in items:
        if isinstance(item, (list, tuple)):
            yield from flatten(item)
        elif item is not None:
            yield item


def primes(n):
    return filter(lambda i: all(i % j for j in range(2, i)), range(2, n + 1))


class SayError(ValueError):
    pass


def say(n):
    if n < 0:
        raise ValueError("input out of range")
    return "fourteen"


@dataclass
class SgfTree:
    properties: dict = field(default_factory=dict)
    children: list = field(default_factory=list)


def parse(text):
    tree = SgfTree()
    key, _, rest = text[2:].partition("[")
    tree.properties.setdefault(key, []).append(rest[:-2])
    return tree
