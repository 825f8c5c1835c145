BASE = 10


def counter():
    n = 0

    def step():
        nonlocal n
        n += 1
        return n

    return step


def adder(n):
    return lambda x: x + n


def compose(*functions):
    def composed(x):
        for f in reversed(functions):
            x = f(x)
        return x

    return composed


def multipliers():
    return [lambda x, i=i: x * i for i in range(3)]


def make_account(balance):
    def withdraw(amount):
        nonlocal balance
        if amount > balance:
            return "Insufficient funds"
        balance -= amount
        return balance

    def deposit(amount):
        nonlocal balance
        balance += amount
        return balance

    return {"withdraw": withdraw, "deposit": deposit}


def memo(function):
    known = {}

    def remembering(n):
        if n not in known:
            known[n] = function(n)
        return known[n]

    return remembering
