from collections import Counter


class Polynomial:
    def __init__(self, *coefficients, powers=None):
        self.powers = Counter(powers or dict(enumerate(coefficients)))
        self.powers = {i: c for i, c in sorted(self.powers.items()) if c != 0}

    def __getattr__(self, name):
        if name == "degree":
            return max(self.powers, default=0)
        raise AttributeError(name)

    def __call__(self, x):
        return sum(c * pow(x, i) for i, c in self.powers.items())

    def __eq__(self, other):
        if isinstance(other, Polynomial):
            return self.powers == other.powers
        if isinstance(other, int):
            return self == Polynomial(other)
        return False

    def __hash__(self):
        return hash(tuple(self.powers.items()))

    def __add__(self, other):
        if not isinstance(other, Polynomial):
            other = Polynomial(other + 0)
        powers = Counter(self.powers)
        powers.update(other.powers)
        return Polynomial(powers=powers)
