import functools
import itertools


class make_counter:
    def __init__(self):
        self._numbers = itertools.count(1)

    def __call__(self):
        return next(self._numbers)


class make_withdraw:
    def __init__(self, balance):
        self.balance = balance

    def __call__(self, amount):
        if amount > self.balance:
            return "Insufficient funds"
        self.balance -= amount
        return self.balance


class Link:
    empty = ()
    __slots__ = ("first", "rest")

    def __init__(self, first, rest=()):
        self.first, self.rest = first, rest

    def __iter__(self):
        while self is not Link.empty:
            yield self.first
            self = self.rest

    def __len__(self):
        return sum(1 for _ in self)

    def __str__(self):
        return "<" + " ".join(map(str, self)) + ">"

    def __repr__(self):
        if self.rest:
            return "Link({}, {!r})".format(self.first, self.rest)
        return "Link({})".format(self.first)


def double(s):
    if not s:
        return s
    new = double(s.rest)
    return Link(s.first * 2, new)


class Tree:
    def __init__(self, label, branches):
        self.label, self.branches = label, list(branches)


def tree(label, branches=()):
    return {"label": label, "branches": list(branches)}


def label(t):
    return t["label"]


def branches(t):
    return t["branches"]


def is_leaf(t):
    return len(t["branches"]) == 0


def total(t):
    return sum(map(total, branches(t)), label(t))


def interval(a, b):
    return lambda which: b if which else a


lower = lambda i: i(0)
upper = lambda i: i(1)


def add_interval(a, b):
    return interval(a(0) + b(0), a(1) + b(1))


def text(i):
    return "{} to {}".format(lower(i), upper(i))


def scale(it, k):
    return map(lambda x: k * x, it)


class naturals:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        return self.n


class compose:
    def __init__(self, *functions):
        self.functions = functions

    def __call__(self, x):
        for f in reversed(self.functions):
            x = f(x)
        return x


def curry(f):
    return lambda x: functools.partial(f, x)


def repeated(f, n):
    return compose(*[f] * n)


class Account:
    fee = 0

    def __init__(self, holder):
        self.holder = holder
        self.movements = []

    @property
    def balance(self):
        return sum(self.movements)

    def _move(self, amount):
        self.movements.append(amount)
        return self.balance

    deposit = _move

    def withdraw(self, amount):
        return self._move(-(amount + type(self).fee))


Checking = type("Checking", (Account,), {"fee": 1})


class dispatch:
    def __init__(self, value):
        self.value = value

    def __call__(self, message, *new):
        return getattr(self, "do_" + message)(*new)

    def do_set(self, new):
        self.value = new

    def do_get(self):
        return self.value


def two(f):
    def g(x):
        return f(f(x))

    return g


def church_to_int(n):
    return n(lambda x: x + 1)(0)
