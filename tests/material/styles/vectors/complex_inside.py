class Vector:
    __slots__ = ("_z",)

    def __init__(self, x, y=0):
        self._z = x if isinstance(x, complex) else complex(x, y)

    def __getattr__(self, name):
        if name in ("x", "y"):
            part = self._z.real if name == "x" else self._z.imag
            return int(part) if part.is_integer() else part
        raise AttributeError(name)

    def __getitem__(self, i):
        return (self.x, self.y)[i]

    def __add__(self, other):
        return Vector(self._z + other._z) if isinstance(other, Vector) else NotImplemented

    def __mul__(self, other):
        return Vector(self._z * other)

    def __rmul__(self, other):
        return self.__mul__(other)

    def __matmul__(self, other):
        return (self._z.conjugate() * other._z).real

    def __abs__(self):
        return abs(self._z)

    def __eq__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        return self._z == other._z

    def __hash__(self):
        return hash(self._z)
