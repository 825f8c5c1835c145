from dataclasses import dataclass, field
from decimal import Decimal
from functools import wraps


@dataclass
class InsufficientFunds(ValueError):
    missing: float


def logged(method):
    @wraps(method)
    def wrapper(self, amount):
        method(self, amount)
        self.history.append((method.__name__, amount))

    return wrapper


class Depositing:
    @logged
    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("deposit more than nothing")
        self._balance += Decimal(str(amount))


class Withdrawing:
    @logged
    def withdraw(self, amount):
        rest = self._balance - Decimal(str(amount))
        if rest < 0:
            raise InsufficientFunds(-rest)
        self._balance = rest


@dataclass
class BaseAccount(Depositing, Withdrawing):
    owner: str
    start: float = 0
    history: list = field(default_factory=list, compare=False)

    def __post_init__(self):
        self._balance = Decimal(self.start)

    balance = property(lambda self: float(self._balance))


class Account(BaseAccount):
    pass
