from dataclasses import astuple, dataclass, replace
from math import dist


@dataclass(frozen=True)
class Vector:
    x: float
    y: float

    def __iter__(self):
        yield self.x
        yield self.y

    def __add__(self, other):
        match other:
            case Vector(x, y):
                return replace(self, x=self.x + x, y=self.y + y)
        raise TypeError(f"{other} is no vector")

    def __mul__(self, factor):
        return Vector(*(factor * c for c in astuple(self)))

    def __rmul__(self, factor):
        return self * factor

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __abs__(self):
        return dist((0, 0), tuple(self))
