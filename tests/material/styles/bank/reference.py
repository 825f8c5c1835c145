class InsufficientFunds(ValueError):
    def __init__(self, missing):
        super().__init__(f"{missing} is missing")
        self.missing = missing


class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self._balance = balance
        self.history = []

    @property
    def balance(self):
        return self._balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("only amounts above zero")
        self._balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self._balance:
            raise InsufficientFunds(amount - self._balance)
        self._balance -= amount
        self.history.append(("withdraw", amount))
