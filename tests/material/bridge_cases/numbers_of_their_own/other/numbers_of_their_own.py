from fractions import Fraction


class Rational:
    def __init__(self, numer, denom=1):
        self.value = Fraction(numer, denom)

    numer = property(lambda self: self.value.numerator)
    denom = property(lambda self: self.value.denominator)

    @classmethod
    def of(cls, value):
        return cls(value.numerator, value.denominator)

    def __eq__(self, other):
        return self.value == getattr(other, "value", other)

    def __hash__(self):
        return hash(self.value)

    def __repr__(self):
        return f"{self.numer}/{self.denom}"

    def __add__(self, other):
        return self.of(self.value + other.value)

    def __sub__(self, other):
        return self.of(self.value - other.value)

    def __mul__(self, other):
        return self.of(self.value * other.value)

    def __truediv__(self, other):
        return self.of(self.value / other.value)

    def __abs__(self):
        return self.of(abs(self.value))

    def __pow__(self, power):
        return self.of(self.value**power)

    def __rpow__(self, base):
        return float(base) ** float(self.value)

    def __lt__(self, other):
        return self.value < other.value

    def __gt__(self, other):
        return self.value > other.value

    def __float__(self):
        return float(self.value)

    def __round__(self, n=0):
        return round(float(self), n)


class ComplexNumber(complex):
    @property
    def imaginary(self):
        return self.imag

    def __add__(self, other):
        return ComplexNumber(complex(self) + other)

    __radd__ = __add__

    def __mul__(self, other):
        return ComplexNumber(complex(self) * other)

    __rmul__ = __mul__

    def __sub__(self, other):
        return ComplexNumber(complex(self) - other)

    def __rsub__(self, other):
        return ComplexNumber(other - complex(self))

    def __truediv__(self, other):
        return ComplexNumber(complex(self) / other)

    def __rtruediv__(self, other):
        return ComplexNumber(other / complex(self))

    def conjugate(self):
        return ComplexNumber(complex(self).conjugate())


class Clock:
    def __init__(self, hour, minute):
        extra, self.minute = divmod(minute, 60)
        self.hour = (hour + extra) % 24

    def __repr__(self):
        return "Clock({0.hour}, {0.minute})".format(self)

    def __str__(self):
        return "%02d:%02d" % (self.hour, self.minute)

    def __eq__(self, other):
        return str(self) == str(other)

    def __add__(self, minutes):
        return Clock(self.hour, self.minute + minutes)

    def __sub__(self, minutes):
        return Clock(self.hour, self.minute - minutes)
