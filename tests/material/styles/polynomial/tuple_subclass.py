class Polynomial(tuple):
    def __new__(cls, *coefficients):
        coefficients = list(coefficients)
        while coefficients and coefficients[-1] == 0:
            del coefficients[-1]
        return super().__new__(cls, coefficients)

    @property
    def degree(self):
        return max(len(self) - 1, 0)

    def __call__(self, x):
        return sum(self[i] * x**i for i in range(len(self)))

    def __add__(self, other):
        if isinstance(other, int):
            other = (other,)
        if not isinstance(other, tuple):
            raise TypeError("a polynomial or a number")
        short, long = sorted((self, other), key=len)
        return Polynomial(*map(sum, zip(short, long)), *long[len(short) :])
