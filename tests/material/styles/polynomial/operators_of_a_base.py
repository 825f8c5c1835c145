import operator


class Expression:
    """Lets subclasses define only what they need."""

    def __eq__(self, other):
        return type(self) is type(other) and self.key() == other.key()

    def __hash__(self):
        return hash(self.key())


class Polynomial(Expression):
    def __init__(self, *coefficients):
        self.coefficients = coefficients

    def key(self):
        c = self.coefficients
        return self.coefficients[: max((i + 1 for i in range(len(c)) if c[i]), default=0)]

    @property
    def degree(self):
        return len(self.key()) - 1

    def __getitem__(self, i):
        return self.coefficients[i] if i < len(self.coefficients) else 0

    def _with(self, other, operation):
        if not isinstance(other, Polynomial):
            other = Polynomial(operator.index(other))
        return operation(self, other)

    def __add__(self, other):
        n = len(self.coefficients) + 1
        return self._with(
            other,
            lambda p, q: Polynomial(*(p[i] + q[i] for i in range(max(n, len(q.coefficients))))),
        )

    def __call__(self, x):
        return sum(map(operator.mul, self.coefficients, (x**i for i in range(self.degree + 1))))
