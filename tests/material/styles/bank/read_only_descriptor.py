class ReadOnly:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return self if instance is None else getattr(instance, self.name)

    def __set__(self, instance, value):
        raise AttributeError(f"{self.name[1:]} is read only")


class InsufficientFunds(ValueError):
    pass


class Account:
    balance = ReadOnly()
    history = ReadOnly()

    def __init__(self, owner, balance=0):
        self.owner = owner
        self._balance = balance
        self._history = []

    def deposit(self, amount):
        if amount < 1:
            raise ValueError("nothing to deposit")
        self._book("deposit", amount, amount)

    def withdraw(self, amount):
        missing = amount - self._balance
        if missing > 0:
            error = InsufficientFunds("not enough")
            error.missing = missing
            raise error
        self._book("withdraw", amount, -amount)

    def _book(self, kind, amount, change):
        self._balance = self._balance + change
        self._history = [*self._history, (kind, amount)]
