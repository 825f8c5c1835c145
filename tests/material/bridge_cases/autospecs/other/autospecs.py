from dataclasses import dataclass, field


@dataclass
class Account:
    held: int = 0
    most: int = 10

    def deposit(self, amount):
        self.held += amount
        return self.held

    level = property(lambda self: self.held)
    limit = property(lambda self: self.most, lambda self, value: setattr(self, "most", value))


@dataclass
class Bank:
    account: Account = field(default_factory=lambda: Account())

    def pay_in(self, amount):
        return self.account.deposit(amount)

    def above(self):
        return 1 + self.account.level

    def close(self):
        self.account.limit = 0
