class InsufficientFunds(ValueError):
    def __init__(self, asked, there):
        self.asked = asked
        self.there = there

    def __getattr__(self, name):
        if name == "missing":
            return self.asked - self.there
        raise AttributeError(name)


class Account:
    __slots__ = ("owner", "_Account__cents", "_Account__log")

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.__cents = balance * 100
        self.__log = []

    def __getattr__(self, name):
        if name == "balance":
            return self.__cents / 100
        raise AttributeError(f"no {name}")

    @property
    def history(self):
        for line in self.__log:
            yield line

    def _change(self, kind, amount, sign):
        self.__cents += sign * amount * 100
        self.__log.append((kind, amount))
        return self

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("not a deposit")
        return self._change("deposit", amount, 1)

    def withdraw(self, amount):
        if amount > self.balance:
            raise InsufficientFunds(amount, self.balance)
        return self._change("withdraw", amount, -1)
