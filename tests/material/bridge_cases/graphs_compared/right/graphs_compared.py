NODE, EDGE, ATTR = range(3)


class Node:
    def __init__(self, name, attrs):
        self.name = name
        self.attrs = attrs

    def __eq__(self, other):
        return self.name == other.name and self.attrs == other.attrs


class Edge:
    def __init__(self, src, dst, attrs):
        self.src = src
        self.dst = dst
        self.attrs = attrs

    def __eq__(self, other):
        return (self.src, self.dst, self.attrs) == (other.src, other.dst, other.attrs)


class Graph:
    def __init__(self, data=None):
        self.nodes, self.edges, self.attrs = [], [], {}
        if data is None:
            data = []
        if not isinstance(data, list):
            raise TypeError("Graph data malformed")
        for item in data:
            if len(item) < 2:
                raise TypeError("Graph item incomplete")
            self._take(*item)

    def _take(self, kind, *rest):
        if kind == NODE:
            if len(rest) != 2:
                raise ValueError("Node is malformed")
            self.nodes.append(Node(*rest))
        elif kind == EDGE:
            if len(rest) != 3:
                raise ValueError("Edge is malformed")
            self.edges.append(Edge(*rest))
        elif kind == ATTR:
            if len(rest) != 2:
                raise ValueError("Attribute is malformed")
            self.attrs[rest[0]] = rest[1]
        else:
            raise ValueError("Unknown item")


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __repr__(self):
        return f"Point({self.x!r}:{self.y!r})"

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y


class WordSearch:
    def __init__(self, puzzle):
        self.puzzle = puzzle

    def search(self, word):
        for y, row in enumerate(self.puzzle):
            x = row.find(word)
            if x >= 0:
                return Point(x, y), Point(x + len(word) - 1, y)
        return None


class Item:
    """No comparison of its own."""

    def __init__(self, n):
        self.n = n


def items(n):
    return [Item(i) for i in range(n)]
