from fractions import Fraction
from numbers import Number


class Shown:
    def __repr__(self):
        return str(self)


class Ratio(Shown, Fraction):
    pass


class Amount:
    def __init__(self, amount):
        self.amount = amount

    def __eq__(self, other):
        return self.amount == other.amount

    def __hash__(self):
        return hash(self.amount)


class Key(Amount, Number):
    pass


class Open(Amount):
    __hash__ = None
