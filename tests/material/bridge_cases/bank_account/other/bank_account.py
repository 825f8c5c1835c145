class Closed:
    def get_balance(self):
        raise ValueError("account not open")

    deposit = withdraw = close = lambda self, *_: self.get_balance()


class Open:
    def __init__(self):
        self.movements = []

    def get_balance(self):
        return sum(self.movements)

    def open(self):
        raise ValueError("account already open")

    def deposit(self, amount):
        self.movements.append(amount)

    def withdraw(self, amount):
        if self.get_balance() < amount:
            raise ValueError("not more than the balance")
        self.movements.append(-amount)


class BankAccount:
    def __init__(self):
        self.state = Closed()

    def open(self):
        if isinstance(self.state, Open):
            self.state.open()
        self.state = Open()

    def close(self):
        self.state.get_balance()
        self.state = Closed()

    def __getattr__(self, name):
        return getattr(self.state, name)
