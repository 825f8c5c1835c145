class Account:
    rate = 2

    def __init__(self, balance):
        self.balance = balance

    @classmethod
    def opened(cls):
        return cls(0)

    @staticmethod
    def rounded(amount):
        return round(amount)

    @property
    def is_empty(self):
        return self.balance == 0

    def interest(self):
        return self.balance * self.rate

    def shown(self):
        return str(self.rounded(self.balance))


class Saving(Account):
    pass


class Till:
    coins = [10, 5, 2, 1]

    def change(self, amount):
        found = []
        for coin in self.coins:
            while amount >= coin:
                found.append(coin)
                amount -= coin
        return found
