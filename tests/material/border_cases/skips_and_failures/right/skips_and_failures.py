import sys


def area(r):
    return 3 * r * r


def has_feature():
    return True


def leave():
    sys.exit("bye")


def half(n):
    return n // 2


VERSION = (1, 2)
