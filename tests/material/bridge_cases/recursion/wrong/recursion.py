def down(n):
    return n


def endless(n):
    return n


def mutual_even(n):
    return n % 2 == 0


def hanoi(n, a, b, c, move):
    for _ in range(n):
        move(a, c)


def permutations(text):
    return [text[i:] + text[:i] for i in range(len(text))]


def ackermann(m, n):
    return n + 1 if m == 0 else ackermann(m - 1, n)


def nested(n):
    return [nested(n - 2)] if n > 1 else []


class Tree:
    def __init__(self, value, children=()):
        self.value = value
        self.children = children

    def total(self):
        return sum(c.value for c in self.children)
