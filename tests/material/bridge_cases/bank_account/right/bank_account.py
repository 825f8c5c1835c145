class BankAccount:
    def __init__(self):
        self.is_open = False
        self.balance = 0

    def _check(self):
        if not self.is_open:
            raise ValueError("account not open")

    def get_balance(self):
        self._check()
        return self.balance

    def open(self):
        if self.is_open:
            raise ValueError("account already open")
        self.is_open = True
        self.balance = 0

    def deposit(self, amount):
        self._check()
        self.balance += amount

    def withdraw(self, amount):
        self._check()
        if amount > self.balance:
            raise ValueError("amount must not be more than the balance")
        self.balance -= amount

    def close(self):
        self._check()
        self.is_open = False
