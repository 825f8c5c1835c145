class BankError(RuntimeError):
    pass


class Short(BankError):
    pass


class InsufficientFunds(Short):
    def __init__(self, balance, amount):
        Short.__init__(self, "missing %d" % (amount - balance))
        self.__dict__.update(balance=balance, amount=amount)

    @property
    def missing(self):
        return self.amount - self.balance

    def __repr__(self):
        return f"InsufficientFunds('{self}')"


class Locked(BankError):
    code = 7

    def __init__(self, what):
        self.what = what

    def __str__(self):
        return f"{self.what} is locked (code {self.code})"


def withdraw(balance, amount):
    left = balance - amount
    if left < 0:
        raise InsufficientFunds(balance, amount)
    return left


def buy(what):
    error = Locked(what)
    raise error


def parse(text):
    try:
        number = int(text)
    except ValueError as problem:
        wrapped = BankError(text)
        wrapped.__cause__ = problem
        raise wrapped
    return number


def load(table):
    try:
        _ = 1 // len(table or ())
    except ZeroDivisionError:
        if table is None:
            raise RuntimeError from None
        raise KeyError("first")
