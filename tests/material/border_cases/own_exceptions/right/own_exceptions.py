class BankError(Exception):
    """Anything that a bank refuses."""


class InsufficientFunds(BankError):
    def __init__(self, balance, amount):
        self.balance = balance
        self.amount = amount
        self.missing = amount - balance
        super().__init__(f"missing {self.missing}")


class Locked(BankError):
    def __init__(self, what, code):
        super().__init__(what, code)
        self.what = what
        self.code = code

    def __str__(self):
        return f"{self.what} is locked (code {self.code})"


def withdraw(balance, amount):
    if amount > balance:
        raise InsufficientFunds(balance, amount)
    return balance - amount


def buy(what):
    raise Locked(what, 7)


def parse(text):
    try:
        return int(text)
    except ValueError as e:
        raise BankError("not a number") from e


def load(table):
    if table is None:
        try:
            1 / 0
        except ZeroDivisionError:
            raise RuntimeError("no table") from None
    try:
        return 1 / len(table)
    except ZeroDivisionError:
        return table["first"]
