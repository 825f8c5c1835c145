"""Words and numbers.

>>> shout("a")
'A!'
"""


def shout(text):
    """Make text loud.

    >>> shout("hi")
    'HI!'
    >>> [shout(c) for c in "ab"]
    ['A!', 'B!']
    """
    return text.upper() + "!"


def half(n):
    """Halve an even number.

    >>> half(4)
    2
    >>> half(3)
    Traceback (most recent call last):
        ...
    ValueError: 3 is odd
    """
    if n % 2:
        raise ValueError(f"{n} is odd")
    return n // 2


class Vector:
    """A pair.

    >>> v = Vector(1, 2)
    >>> v + Vector(3, 4)
    Vector(4, 6)
    >>> print(v)
    (1, 2)
    """

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __repr__(self):
        return f"Vector({self.x}, {self.y})"

    def __str__(self):
        return f"({self.x}, {self.y})"

    def norm(self):
        """Give the length.

        >>> Vector(3, 4).norm()
        5.0
        """
        return (self.x**2 + self.y**2) ** 0.5


def table(n):
    """Print squares.

    >>> table(2)
    1 1
    2 4
    """
    for i in range(1, n + 1):
        print(i, i * i)
