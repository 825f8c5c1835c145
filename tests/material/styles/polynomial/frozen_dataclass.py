from dataclasses import dataclass
from itertools import zip_longest


@dataclass(frozen=True, init=False)
class Polynomial:
    terms: tuple

    def __init__(self, *terms):
        while terms[1:] and not terms[-1]:
            terms = terms[:-1]
        object.__setattr__(self, "terms", terms)

    degree = property(lambda self: len(self.terms) - 1)

    def __call__(self, x):
        result = 0
        for c in reversed(self.terms):
            result = result * x + c
        return result

    @classmethod
    def of(cls, value):
        if isinstance(value, cls):
            return value
        if isinstance(value, (int, float)):
            return cls(value)
        raise TypeError(f"{value!r} is no polynomial")

    def __add__(self, other):
        pairs = zip_longest(self.terms, Polynomial.of(other).terms, fillvalue=0)
        return Polynomial(*map(sum, pairs))
