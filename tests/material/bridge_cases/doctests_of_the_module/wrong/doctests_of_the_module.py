def shout(text):
    """Make text loud.

    >>> shout("hi")
    'hi!'
    """
    return text.upper() + "!"


def half(n):
    """Halve

    >>> half(3)
    2
    """
    return n // 2


class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)


def table(n):
    print(n, n * n)
