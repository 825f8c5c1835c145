class BankError(Exception):
    pass


class InsufficientFunds(BankError):
    def __init__(self, balance, amount):
        super().__init__(balance, amount)
        self.balance = balance
        self.amount = amount
        self.missing = balance - amount


class Locked(BankError):
    def __init__(self, what, code):
        super().__init__(f"{what} is locked")
        self.code = code


def withdraw(balance, amount):
    if amount >= balance:
        raise InsufficientFunds(balance, amount)
    return balance - amount


def buy(what):
    raise Locked(what, 8)


def parse(text):
    if not text.isdigit():
        raise BankError("not a number")
    return int(text)


def load(table):
    if table is None:
        raise RuntimeError("no table")
    return table["first"]
