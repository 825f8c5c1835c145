import functools
import itertools

BASE = 5 + 5


def counter():
    return functools.partial(next, itertools.count(1))


class adder:
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return x + self.n


def compose(*functions):
    return functools.reduce(lambda f, g: lambda x: f(g(x)), functions, lambda x: x)


def multipliers():
    return [functools.partial(int.__mul__, i) for i in range(3)]


class Account:
    def __init__(self, balance):
        self.balance = balance

    def withdraw(self, amount):
        if amount > self.balance:
            return "Insufficient funds"
        self.balance -= amount
        return self.balance

    def deposit(self, amount):
        self.balance += amount
        return self.balance


def make_account(balance):
    account = Account(balance)
    return {"deposit": account.deposit, "withdraw": account.withdraw}


memo = functools.cache
