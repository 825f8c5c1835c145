class Polynomial:
    def __init__(self, *coefficients):
        self.coefficients = list(coefficients)
        while len(self.coefficients) > 1 and self.coefficients[-1] == 0:
            self.coefficients.pop()

    @property
    def degree(self):
        return len(self.coefficients) - 1

    def __call__(self, x):
        return sum(c * x**i for i, c in enumerate(self.coefficients))

    def __eq__(self, other):
        return isinstance(other, Polynomial) and self.coefficients == other.coefficients

    def __hash__(self):
        return hash(tuple(self.coefficients))

    def __add__(self, other):
        if isinstance(other, int):
            other = Polynomial(other)
        if not isinstance(other, Polynomial):
            return NotImplemented
        a, b = self.coefficients, other.coefficients
        size = max(len(a), len(b))
        a, b = a + [0] * (size - len(a)), b + [0] * (size - len(b))
        return Polynomial(*[x + y for x, y in zip(a, b)])
