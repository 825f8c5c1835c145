import math


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def _each(self, f):
        return Vector(f(self.x), f(self.y))

    def _both(self, other, f):
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(f(self.x, other.x), f(self.y, other.y))

    def __add__(self, other):
        return self._both(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._both(other, lambda a, b: a - b)

    def __and__(self, other):
        return self._both(other, lambda a, b: a & b)

    def __or__(self, other):
        return self._both(other, lambda a, b: a | b)

    def __xor__(self, other):
        return self._both(other, lambda a, b: a ^ b)

    def __iadd__(self, other):
        self.x += other.x
        self.y += other.y
        return self

    def __mul__(self, n):
        return self._each(lambda a: a * n)

    __rmul__ = __mul__

    def __truediv__(self, n):
        return self._each(lambda a: a / n)

    def __floordiv__(self, n):
        return self._each(lambda a: a // n)

    def __mod__(self, n):
        return self._each(lambda a: a % n)

    def __divmod__(self, n):
        return self // n, self % n

    def __pow__(self, n):
        return self._each(lambda a: a**n)

    def __lshift__(self, n):
        return self._each(lambda a: a << n)

    def __rshift__(self, n):
        return self._each(lambda a: a >> n)

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __neg__(self):
        return self._each(lambda a: -a)

    def __pos__(self):
        return self._each(lambda a: a)

    def __invert__(self):
        return Vector(self.y, self.x)

    def __abs__(self):
        return math.hypot(self.x, self.y)

    def __bool__(self):
        return bool(self.x or self.y)

    def __int__(self):
        return int(abs(self))

    def __float__(self):
        return float(abs(self))

    def __complex__(self):
        return complex(self.x, self.y)

    def __round__(self, n=None):
        return self._each(lambda a: round(a, n))

    def __floor__(self):
        return self._each(math.floor)

    def __iter__(self):
        return iter((self.x, self.y))

    def __reversed__(self):
        return iter((self.y, self.x))

    def __len__(self):
        return 2

    def __eq__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        return (self.x, self.y) == (other.x, other.y)

    def __repr__(self):
        return f"Vector({self.x}, {self.y})"
