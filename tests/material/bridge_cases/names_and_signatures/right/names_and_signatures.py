"""Shapes and their measures."""


def area(width: float, height: float) -> float:
    """Give the area of a rectangle."""
    return width * height


def greet(name="you"):
    return f"hi {name}"


def power(base, /, exponent=2, *, mod=None):
    return pow(base, exponent, mod)


def numbers():
    yield 1


shout = lambda s: s.upper()


class Shape:
    """A flat thing."""

    def __init__(self, sides=4):
        self.sides = sides

    def corners(self):
        """Count corners."""
        return self.sides

    def scale(self, factor):
        return factor
