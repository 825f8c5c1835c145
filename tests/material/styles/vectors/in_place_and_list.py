import operator
from itertools import starmap


class Vector:
    def __init__(self, *coordinates):
        self.coordinates = list(coordinates)

    x = property(lambda self: self.coordinates[0])
    y = property(lambda self: self.coordinates[1])

    def __len__(self):
        return 2

    def __getitem__(self, place):
        return self.coordinates[place]

    def _each(self, operation, other):
        if not isinstance(other, Vector):
            raise TypeError(f"{type(other).__name__} is no Vector")
        return starmap(operation, zip(self.coordinates, other.coordinates))

    def __add__(self, other):
        return Vector(*self._each(operator.add, other))

    def __mul__(self, factor):
        return Vector(*[c * factor for c in self.coordinates])

    __rmul__ = __mul__

    def __matmul__(self, other):
        return sum(self._each(operator.mul, other))

    def __abs__(self):
        return (self @ self) ** 0.5

    def __ne__(self, other):
        return not isinstance(other, Vector) or self.coordinates != other.coordinates

    def __eq__(self, other):
        return not self != other

    def __hash__(self):
        return sum(map(hash, self.coordinates))
