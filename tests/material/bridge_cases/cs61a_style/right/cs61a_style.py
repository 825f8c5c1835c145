def make_counter():
    n = 0

    def count():
        nonlocal n
        n += 1
        return n

    return count


def make_withdraw(balance):
    def withdraw(amount):
        nonlocal balance
        if amount > balance:
            return "Insufficient funds"
        balance -= amount
        return balance

    return withdraw


class Link:
    empty = ()

    def __init__(self, first, rest=empty):
        self.first = first
        self.rest = rest

    def __repr__(self):
        rest = ", " + repr(self.rest) if self.rest is not Link.empty else ""
        return f"Link({self.first!r}{rest})"

    def __str__(self):
        string = "<"
        while self.rest is not Link.empty:
            string += str(self.first) + " "
            self = self.rest
        return string + str(self.first) + ">"

    def __len__(self):
        return 1 + len(self.rest)


def double(s):
    return Link.empty if s is Link.empty else Link(2 * s.first, double(s.rest))


def tree(label, branches=[]):
    return [label] + list(branches)


def label(t):
    return t[0]


def branches(t):
    return t[1:]


def is_leaf(t):
    return not branches(t)


def total(t):
    return label(t) + sum(total(b) for b in branches(t))


def interval(a, b):
    return [a, b]


def lower(i):
    return i[0]


def upper(i):
    return i[1]


def add_interval(a, b):
    return interval(lower(a) + lower(b), upper(a) + upper(b))


def text(i):
    return f"{lower(i)} to {upper(i)}"


def scale(it, k):
    for x in it:
        yield x * k


def naturals():
    n = 1
    while True:
        yield n
        n += 1


def compose(f, g):
    return lambda x: f(g(x))


def curry(f):
    return lambda x: lambda y: f(x, y)


def repeated(f, n):
    def g(x):
        for _ in range(n):
            x = f(x)
        return x

    return g


class Account:
    fee = 0

    def __init__(self, holder):
        self.holder = holder
        self.balance = 0

    def deposit(self, amount):
        self.balance += amount
        return self.balance

    def withdraw(self, amount):
        self.balance -= amount + self.fee
        return self.balance


class Checking(Account):
    fee = 1


def dispatch(value):
    def box(message, new=None):
        nonlocal value
        if message == "set":
            value = new
        return value

    return box


two = lambda f: lambda x: f(f(x))


def church_to_int(n):
    return n(lambda x: x + 1)(0)
