def down(n):
    return 0 if n == 0 else 1 + down(n - 1)


def endless(n):
    return endless(n + 1)


def mutual_even(n):
    return True if n == 0 else mutual_odd(n - 1)


def mutual_odd(n):
    return False if n == 0 else mutual_even(n - 1)


def hanoi(n, a, b, c, move):
    if n:
        hanoi(n - 1, a, c, b, move)
        move(a, c)
        hanoi(n - 1, b, a, c, move)


def permutations(text):
    if len(text) < 2:
        return [text]
    return [c + p for i, c in enumerate(text) for p in permutations(text[:i] + text[i + 1 :])]


def ackermann(m, n):
    if m == 0:
        return n + 1
    return ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))


def nested(n):
    return [nested(n - 1)] if n else []


class Tree:
    def __init__(self, value, children=()):
        self.value = value
        self.children = children

    def total(self):
        return self.value + sum(c.total() for c in self.children)
