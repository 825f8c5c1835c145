class Account:
    rate: int = 2

    def __init__(self, balance):
        self.balance = balance

    @classmethod
    def opened(cls, balance=0):
        return cls(balance)

    @staticmethod
    def rounded(amount):
        return int(amount + 0.5)

    @property
    def is_empty(self):
        return not self.balance

    def interest(self):
        return type(self).rate * self.balance

    def shown(self):
        return f"{type(self).rounded(self.balance)}"


class Saving(Account):
    """An account that nothing is taken from."""


class Till:
    coins = [10, 5, 2, 1]

    def change(self, amount):
        found = []
        for coin in Till.coins:
            number, amount = divmod(amount, coin)
            found += [coin] * number
        return found
