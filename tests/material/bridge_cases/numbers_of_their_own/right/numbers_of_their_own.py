from math import gcd


class Rational:
    def __init__(self, numer, denom):
        if denom == 0:
            raise ZeroDivisionError("denominator is zero")
        if denom < 0:
            numer, denom = -numer, -denom
        shared = gcd(numer, denom)
        self.numer, self.denom = numer // shared, denom // shared

    def __eq__(self, other):
        if isinstance(other, int):
            other = Rational(other, 1)
        return self.numer == other.numer and self.denom == other.denom

    def __hash__(self):
        return hash((self.numer, self.denom))

    def __repr__(self):
        return f"{self.numer}/{self.denom}"

    def __add__(self, other):
        return Rational(self.numer * other.denom + other.numer * self.denom,
                        self.denom * other.denom)

    def __sub__(self, other):
        return self + -other

    def __neg__(self):
        return Rational(-self.numer, self.denom)

    def __mul__(self, other):
        return Rational(self.numer * other.numer, self.denom * other.denom)

    def __truediv__(self, other):
        return Rational(self.numer * other.denom, self.denom * other.numer)

    def __abs__(self):
        return Rational(abs(self.numer), self.denom)

    def __pow__(self, power):
        if power < 0:
            return Rational(self.denom**-power, self.numer**-power)
        return Rational(self.numer**power, self.denom**power)

    def __rpow__(self, base):
        return base ** (self.numer / self.denom)

    def __lt__(self, other):
        return self.numer * other.denom < other.numer * self.denom

    def __float__(self):
        return self.numer / self.denom

    def __round__(self, digits=None):
        return round(float(self), digits)


class ComplexNumber:
    def __init__(self, real, imaginary=0):
        self.real, self.imaginary = real, imaginary

    def __eq__(self, other):
        return (self.real, self.imaginary) == (other.real, other.imaginary)

    def _other(self, other):
        return other if isinstance(other, ComplexNumber) else ComplexNumber(other)

    def __add__(self, other):
        other = self._other(other)
        return ComplexNumber(self.real + other.real, self.imaginary + other.imaginary)

    __radd__ = __add__

    def __mul__(self, other):
        other = self._other(other)
        return ComplexNumber(
            self.real * other.real - self.imaginary * other.imaginary,
            self.real * other.imaginary + self.imaginary * other.real,
        )

    __rmul__ = __mul__

    def __sub__(self, other):
        return self + -1 * self._other(other)

    def __rsub__(self, other):
        return self._other(other) - self

    def __truediv__(self, other):
        other = self._other(other)
        return self * other.conjugate() * (1 / abs(other) ** 2)

    def __rtruediv__(self, other):
        return self._other(other) / self

    def __abs__(self):
        return (self.real**2 + self.imaginary**2) ** 0.5

    def conjugate(self):
        return ComplexNumber(self.real, -self.imaginary)


class Clock:
    def __init__(self, hour, minute):
        self.minutes = (hour * 60 + minute) % 1440

    def __repr__(self):
        return f"Clock({self.minutes // 60}, {self.minutes % 60})"

    def __str__(self):
        return f"{self.minutes // 60:02d}:{self.minutes % 60:02d}"

    def __eq__(self, other):
        return self.minutes == other.minutes

    def __add__(self, minutes):
        return Clock(0, self.minutes + minutes)

    def __sub__(self, minutes):
        return self + -minutes
