class Rational:
    def __init__(self, numer, denom):
        self.numer, self.denom = numer, denom

    def __eq__(self, other):
        return self.numer == other.numer and self.denom == other.denom

    def __repr__(self):
        return f"{self.numer}/{self.denom}"

    def __add__(self, other):
        return Rational(self.numer + other.numer, self.denom + other.denom)

    def __sub__(self, other):
        return Rational(self.numer - other.numer, self.denom)

    def __mul__(self, other):
        return Rational(self.numer * other.numer, self.denom * other.denom)

    def __truediv__(self, other):
        return self.numer / self.denom

    def __lt__(self, other):
        return self.numer < other.numer


class ComplexNumber:
    def __init__(self, real, imaginary=0):
        self.real, self.imaginary = real, imaginary

    def __eq__(self, other):
        return self.real == other.real

    def __add__(self, other):
        return ComplexNumber(self.real + other.real, self.imaginary)

    def __mul__(self, other):
        return ComplexNumber(self.real * other.real, self.imaginary * other.imaginary)

    def __abs__(self):
        return self.real + self.imaginary

    def conjugate(self):
        self.imaginary = -self.imaginary


class Clock:
    def __init__(self, hour, minute):
        self.hour, self.minute = hour, minute

    def __repr__(self):
        return f"{self.hour:02d}:{self.minute:02d}"

    def __add__(self, minutes):
        return Clock(self.hour, self.minute + minutes)
