NODE, EDGE, ATTR = range(3)


class Node:
    def __init__(self, name, attrs):
        self.name = name
        self.attrs = dict(attrs)

    def __eq__(self, other):
        return self.name == other.name


class Edge:
    def __init__(self, src, dst, attrs):
        self.src = dst
        self.dst = src
        self.attrs = attrs


class Graph:
    def __init__(self, data=None):
        self.nodes, self.edges, self.attrs = [], [], {}
        for kind, *rest in data or []:
            if kind == NODE:
                self.nodes.append(Node(*rest))
            elif kind == EDGE:
                self.edges.append(Edge(*rest))
            else:
                self.attrs = {rest[0]: rest[1]}


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


class WordSearch:
    def __init__(self, puzzle):
        self.puzzle = puzzle

    def search(self, word):
        x = self.puzzle[0].find(word)
        return Point(x, 0), Point(x + len(word), 0)


class Item:
    def __init__(self, n):
        self.n = n


def items(n):
    return [Item(1)] * n
