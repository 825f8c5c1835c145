class Overdrawn(ValueError):
    def __init__(self, missing):
        self.missing = missing

    def __str__(self):
        return f"{self.missing} is missing"


class NoSuchName(KeyError):
    pass


def withdraw(balance, amount):
    if amount > balance:
        raise Overdrawn(amount - balance)
    return balance - amount


def price(prices, name):
    if name not in prices:
        raise NoSuchName(name)
    return prices[name]
