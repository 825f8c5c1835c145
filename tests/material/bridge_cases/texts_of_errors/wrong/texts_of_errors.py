class Overdrawn(ValueError):
    def __str__(self):
        return "something is missing"


class NoSuchName(KeyError):
    def __str__(self):
        return "no such name"


def withdraw(balance, amount):
    if amount > balance:
        raise Overdrawn(amount - balance)
    return balance - amount


def price(prices, name):
    if name not in prices:
        raise NoSuchName(name)
    return prices[name]
