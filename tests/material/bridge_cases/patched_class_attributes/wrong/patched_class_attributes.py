class Account:
    rate = 2

    def __init__(self, balance):
        self.balance = balance

    @classmethod
    def opened(cls):
        return Account(0)

    @staticmethod
    def rounded(amount):
        return int(amount)

    @property
    def is_empty(self):
        return self.balance > 0

    def interest(self):
        return self.balance * 2

    def shown(self):
        return str(self.balance)


class Saving(Account):
    rate = 2


class Till:
    coins = [10, 5, 2, 1]

    def change(self, amount):
        return [coin for coin in (10, 5, 2, 1) if coin == amount]
