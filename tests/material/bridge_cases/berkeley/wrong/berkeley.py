HW_SOURCE_FILE = "hw.py"


def product(n, term):
    return term(n)


def accumulate(fuse, start, n, term):
    for k in range(n):
        start = fuse(start, term(k))
    return start


def summation_using_accumulate(n, term):
    total = 0
    for k in range(1, n):
        total += term(k)
    return total


def make_repeater(f, n):
    return f


def church(n):
    return lambda f: f


def composer(func=lambda x: x):
    return func, composer


def make_withdraw(balance, password):
    return lambda amount, given: balance - amount


class Link:
    empty = None

    def __init__(self, first, rest=empty):
        self.first = first
        self.rest = rest

    def __repr__(self):
        return f"Link({self.first}, {self.rest})"

    def __getitem__(self, i):
        return self.first

    def __len__(self):
        return 1


def store_digits(n):
    return Link(n)


def deep_map_mut(f, link):
    return Link(f(link.first), link.rest)


def has_cycle(link):
    return link.rest.rest is not None


class Tree:
    def __init__(self, label, branches=()):
        self.label = label
        self.branches = branches

    def is_leaf(self):
        return True


def label_squarer(t):
    return Tree(t.label**2, t.branches)


def preorder(t):
    return [t.label, [preorder(b) for b in t.branches]]


def path_yielder(t, value):
    return [value]


class Account:
    def __init__(self, holder):
        self.balance, self.holder, self.interest, self.log = 0, holder, 0.02, []

    def deposit(self, amount):
        self.balance += amount

    def withdraw(self, amount):
        self.balance -= amount


class FreeChecking(Account):
    pass


class Mint:
    present_year = 2021
    year = 2021

    def create(self, coin):
        return coin

    def update(self):
        pass


class Coin:
    cents = 1

    def __init__(self, year):
        self.year = year

    def worth(self):
        return self.cents


class Dime(Coin):
    pass


class Keyboard:
    def __init__(self, *args):
        self.buttons = list(args)

    def press(self, pos):
        return self.buttons[pos].key


class Button:
    def __init__(self, pos, key):
        self.pos, self.key = pos, key


def hailstone(n):
    return [n]


def naturals():
    yield from range(1, 3)


def scale(it, multiplier):
    return it * multiplier


def print_up_to(n):
    return range(n)


def swap(f):
    return f


def multiply(a, b):
    return a * b
