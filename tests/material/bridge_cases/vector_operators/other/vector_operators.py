import math
import operator
from dataclasses import dataclass


@dataclass
class Vector:
    x: float
    y: float

    def __iter__(self):
        yield self.x
        yield self.y

    def __reversed__(self):
        yield from (self.y, self.x)

    def __len__(self):
        return 2

    def __iadd__(self, other):
        self.x, self.y = self.x + other.x, self.y + other.y
        return self

    def __matmul__(self, other):
        return sum(map(operator.mul, self, other))

    def __bool__(self):
        return any(self)

    def __int__(self):
        return int(float(self))

    def __float__(self):
        return float(abs(self))

    def __complex__(self):
        return self.x + self.y * 1j

    def __abs__(self):
        return math.sqrt(self @ self)

    def __invert__(self):
        return Vector(*reversed(self))

    def __neg__(self):
        return self * -1

    def __pos__(self):
        return self

    def __divmod__(self, n):
        return self // n, self % n

    def __round__(self, n=None):
        return Vector(*(round(a, n) for a in self))

    def __floor__(self):
        return Vector(*map(math.floor, self))


def _pairwise(f):
    def method(self, other):
        if not isinstance(other, Vector):
            raise TypeError("only vectors")
        return Vector(*map(f, self, other))

    return method


def _scaled(f):
    return lambda self, n: Vector(f(self.x, n), f(self.y, n))


for _name in ("add", "sub", "and", "or", "xor"):
    setattr(Vector, f"__{_name}__", _pairwise(getattr(operator, f"__{_name}__")))
for _name in ("mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift"):
    setattr(Vector, f"__{_name}__", _scaled(getattr(operator, f"__{_name}__")))
Vector.__rmul__ = Vector.__mul__
