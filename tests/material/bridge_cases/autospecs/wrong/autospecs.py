class Account:
    def __init__(self):
        self.held = 0
        self._limit = 10

    def deposit(self, amount):
        self.held += amount
        return self.held

    @property
    def level(self):
        return self.held

    @property
    def limit(self):
        return self._limit

    @limit.setter
    def limit(self, value):
        self._limit = value


class Bank:
    def __init__(self, account=None):
        self.account = account or Account()

    def pay_in(self, amount):
        return amount

    def above(self):
        return self.account.held + 1

    def close(self):
        self.account._limit = 1
