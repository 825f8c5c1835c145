from dataclasses import dataclass

NODE = 0
EDGE = 1
ATTR = 2


@dataclass
class Node:
    name: str
    attrs: dict


@dataclass
class Edge:
    src: str
    dst: str
    attrs: dict


_MAKERS = {NODE: (Node, 2, "Node"), EDGE: (Edge, 3, "Edge"), ATTR: (None, 2, "Attribute")}


class Graph:
    def __init__(self, data=()):
        found = {NODE: [], EDGE: [], ATTR: []}
        if not isinstance(data, (list, tuple)):
            raise TypeError("Graph data malformed")
        for item in data:
            if len(item) < 2:
                raise TypeError("Graph item incomplete")
            kind, *fields = item
            if kind not in _MAKERS:
                raise ValueError("Unknown item")
            make, n, name = _MAKERS[kind]
            if len(fields) != n:
                raise ValueError(f"{name} is malformed")
            found[kind].append(make(*fields) if make else fields)
        self.nodes, self.edges = found[NODE], found[EDGE]
        self.attrs = dict(found[ATTR])


class Point:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return isinstance(other, Point) and repr(self) == repr(other)

    def __repr__(self):
        return "Point(%r:%r)" % (self.x, self.y)


class WordSearch(list):
    def search(self, word):
        for y, row in enumerate(self):
            if word in row:
                x = row.index(word)
                return Point(x, y), Point(x + len(word) - 1, y)


class Item:
    def __init__(self, n):
        self.n = n


def items(n):
    found = []
    for i in range(n):
        found.append(Item(i))
    return found
