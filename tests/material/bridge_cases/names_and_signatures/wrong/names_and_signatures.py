def area(w, h):
    "area"
    return w * h


def greet(name):
    """Greet."""
    return f"hi {name}"


def power(base, exponent=2, mod=None):
    return pow(base, exponent, mod)


def numbers():
    return [1]


def shout(s):
    return s.upper()


class Shape:
    def corners(self):
        return 4

    def scale(self):
        return 1
