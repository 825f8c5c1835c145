from collections import Counter


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def top(self):
        return self.items[-1] if self.items else None


def point(x, y):
    return Point(x, y)


def again(x, y):
    return Point(x, y)


def origin():
    return Point(0, 0)


def square(x):
    return x * x


def same(x):
    return x


def build():
    return [Point(1, 1), 2, {"a": Point(3, 3), "b": (4, Point(5, 5))}]


def pairs(n):
    return [(str(i), Point(i, i)) for i in range(n)]


def table():
    return {"p": Point(1, 2), "n": 2}


def children(n):
    return [Point(1, 1), Point(2, 2) if n > 1 else None]


def steps():
    return [0, Point(1, 0), 2, Point(3, 0)]


def adder(first):
    def add(second):
        return first + second

    return add


def counts(text):
    return dict(Counter(text))
