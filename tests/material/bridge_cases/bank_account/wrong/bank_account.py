class BankAccount:
    balance = 1

    def open(self):
        self.is_open = True

    def get_balance(self):
        if not self.is_open:
            raise ValueError("closed")
        return self.balance

    def deposit(self, amount):
        BankAccount.balance += amount

    def withdraw(self, amount):
        self.balance -= amount

    def close(self):
        self.is_open = False
