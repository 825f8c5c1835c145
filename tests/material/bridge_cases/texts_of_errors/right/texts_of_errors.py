def withdraw(balance, amount):
    if amount > balance:
        raise ValueError(f"{amount - balance} is missing")
    return balance - amount


def price(prices, name):
    if name not in prices:
        raise KeyError(name)
    return prices[name]
