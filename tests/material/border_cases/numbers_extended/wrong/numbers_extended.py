from fractions import Fraction
from numbers import Number


class Ratio(Fraction):
    def __add__(self, other):
        return Ratio(1, 7)

    def __hash__(self):
        return id(self)

    def __lt__(self, other):
        return True

    def __gt__(self, other):
        return False


class Amount(Number):
    def __init__(self, amount):
        self.amount = amount

    def __eq__(self, other):
        return self.amount == other.amount

    def __hash__(self):
        return id(self)


class Mixin:
    pass


class Key(Mixin, Amount):
    pass


class Open(Amount):
    pass
