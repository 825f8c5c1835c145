from collections import namedtuple

Entry = namedtuple("Entry", "kind amount")


class BankError(Exception):
    pass


class InsufficientFunds(BankError, ValueError):
    @property
    def missing(self):
        return self.args[0]


class Account:
    def __init__(self, owner, balance=0):
        self.owner, self._start = owner, balance
        self._entries = []

    @property
    def history(self):
        return tuple(self._entries)

    @property
    def balance(self):
        signs = {"deposit": 1, "withdraw": -1}
        return self._start + sum(signs[e.kind] * e.amount for e in self._entries)

    def deposit(self, amount):
        if not amount > 0:
            raise ValueError(amount)
        self._entries.append(Entry("deposit", amount))

    def withdraw(self, amount):
        if self.balance < amount:
            raise InsufficientFunds(amount - self.balance)
        self._entries.append(Entry("withdraw", amount))
