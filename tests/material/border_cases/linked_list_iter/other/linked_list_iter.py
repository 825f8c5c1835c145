from collections import Counter, namedtuple
from dataclasses import dataclass
from typing import Any, NamedTuple


class Stack:
    def __init__(self, items):
        self._items = tuple(items)

    def __len__(self):
        return len(self._items)

    def __bool__(self):
        return len(self) > 0

    def __contains__(self, item):
        return item in self._items

    def __iter__(self):
        for i in range(len(self) - 1, -1, -1):
            yield self._items[i]


@dataclass
class Node:
    value: Any
    next: "Node | None" = None

    def __len__(self):
        return 1 + (len(self.next) if self.next else 0)


class LinkedList(list):
    @property
    def head(self):
        all_nodes = self.nodes()
        return all_nodes[0] if all_nodes else None

    def nodes(self):
        found = [Node(v) for v in self]
        for a, b in zip(found, found[1:]):
            a.next = b
        return found


class Row(list):
    def column(self, n):
        return self[n]


class Matrix(list):
    def __init__(self, text):
        super().__init__(Row(map(int, line.split())) for line in text.split("\n"))

    def row(self, n):
        return self[n - 1]

    def column(self, n):
        return [r.column(n - 1) for r in self]


class Pair(NamedTuple):
    word: str
    count: int


def top_words(text):
    return [Pair(*p) for p in Counter(text.split()).most_common()]


class Histogram(dict):
    def add(self, c):
        self[c] = self.get(c, 0) + 1

    def __missing__(self, key):
        return 0


def histogram(text):
    found = Histogram()
    for c in text:
        found.add(c)
    return found
