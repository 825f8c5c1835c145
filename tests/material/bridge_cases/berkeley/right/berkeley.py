from operator import add, mul

HW_SOURCE_FILE = __file__


def product(n, term):
    """Return the product of the first n terms.

    >>> product(3, lambda x: x)
    6
    """
    total = 1
    for k in range(1, n + 1):
        total *= term(k)
    return total


def accumulate(fuse, start, n, term):
    for k in range(1, n + 1):
        start = fuse(start, term(k))
    return start


def summation_using_accumulate(n, term):
    return accumulate(add, 0, n, term)


def make_repeater(f, n):
    def repeated(x):
        for _ in range(n):
            x = f(x)
        return x

    return repeated


def church(n):
    return lambda f: make_repeater(f, n)


def composer(func=lambda x: x):
    def func_adder(g):
        return composer(lambda x: func(g(x)))

    return func, func_adder


def make_withdraw(balance, password):
    tries = []

    def withdraw(amount, given):
        nonlocal balance
        if len(tries) == 3:
            return f"Too many incorrect attempts. Attempts: {tries}"
        if given != password:
            tries.append(given)
            return "Incorrect password"
        if amount > balance:
            return "Insufficient funds"
        balance -= amount
        return balance

    return withdraw


class Link:
    """A linked list."""

    empty = ()

    def __init__(self, first, rest=empty):
        assert rest is Link.empty or isinstance(rest, Link)
        self.first = first
        self.rest = rest

    def __repr__(self):
        rest = ", " + repr(self.rest) if self.rest is not Link.empty else ""
        return "Link(" + repr(self.first) + rest + ")"

    def __str__(self):
        text, node = "<", self
        while node.rest is not Link.empty:
            text += str(node.first) + " "
            node = node.rest
        return text + str(node.first) + ">"

    def __getitem__(self, i):
        return self.first if i == 0 else self.rest[i - 1]

    def __len__(self):
        return 1 + len(self.rest)


def store_digits(n):
    found = Link.empty
    while n:
        found, n = Link(n % 10, found), n // 10
    return found


def deep_map_mut(f, link):
    if link is not Link.empty:
        if isinstance(link.first, Link):
            deep_map_mut(f, link.first)
        else:
            link.first = f(link.first)
        deep_map_mut(f, link.rest)


def has_cycle(link):
    seen = set()
    while link is not Link.empty:
        if link in seen:
            return True
        seen.add(link)
        link = link.rest
    return False


class Tree:
    def __init__(self, label, branches=()):
        for b in branches:
            assert isinstance(b, Tree)
        self.label = label
        self.branches = list(branches)

    def is_leaf(self):
        return not self.branches

    def __repr__(self):
        rest = ", " + repr(self.branches) if self.branches else ""
        return f"Tree({self.label!r}{rest})"


def label_squarer(t):
    t.label **= 2
    for b in t.branches:
        label_squarer(b)


def preorder(t):
    return sum((preorder(b) for b in t.branches), [t.label])


def path_yielder(t, value):
    if t.label == value:
        yield [value]
    for b in t.branches:
        for path in path_yielder(b, value):
            yield [t.label, *path]


class Account:
    interest = 0.02

    def __init__(self, holder):
        self.balance, self.holder, self.log = 0, holder, []

    def deposit(self, amount):
        self.balance += amount
        self.log.append(("deposit", amount))
        return self.balance

    def withdraw(self, amount):
        if amount > self.balance:
            return "Insufficient funds"
        self.balance -= amount
        return self.balance


class FreeChecking(Account):
    free_withdrawals = 2
    fee = 1

    def withdraw(self, amount):
        charge = self.fee if self.free_withdrawals <= 0 else 0
        self.free_withdrawals -= 1
        return super().withdraw(amount + charge)


class Mint:
    present_year = 2021

    def __init__(self):
        self.update()

    def create(self, coin):
        return coin(self.year)

    def update(self):
        self.year = Mint.present_year


class Coin:
    cents = None

    def __init__(self, year):
        self.year = year

    def worth(self):
        return self.cents + max(0, Mint.present_year - self.year - 50)


class Dime(Coin):
    cents = 10


class Keyboard:
    def __init__(self, *args):
        self.buttons = {b.pos: b for b in args}

    def press(self, pos):
        if pos not in self.buttons:
            return ""
        button = self.buttons[pos]
        button.times_pressed += 1
        return button.key


class Button:
    def __init__(self, pos, key):
        self.pos, self.key, self.times_pressed = pos, key, 0


def hailstone(n):
    yield n
    if n > 1:
        yield from hailstone(n // 2 if n % 2 == 0 else 3 * n + 1)


def naturals():
    n = 1
    while True:
        yield n
        n += 1


def scale(it, multiplier):
    yield from map(lambda x: x * multiplier, it)


def print_up_to(n):
    for i in range(1, n + 1):
        print(i)


def swap(f):
    return lambda x, y: f(y, x)


multiply = mul
