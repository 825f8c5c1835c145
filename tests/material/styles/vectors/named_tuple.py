import math
from typing import NamedTuple


class Vector(NamedTuple):
    x: float
    y: float

    def __add__(self, other):
        if type(other) is not Vector:
            raise TypeError("only vectors can be added")
        return Vector(*(a + b for a, b in zip(self, other)))

    def __mul__(self, factor):
        return self._replace(x=factor * self.x, y=factor * self.y)

    __rmul__ = __mul__

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self, other))

    def __abs__(self):
        return math.sqrt(self @ self)
