class Account:
    def __init__(self):
        self.amount = 0

    def open(self):
        self.amount = 0

    def close(self):
        pass

    def get_balance(self):
        return self.amount

    def deposit(self, amount):
        self.amount = amount

    def withdraw(self, amount):
        self.amount -= amount


def frequencies(texts, workers=3):
    return {c: 1 for text in texts for c in text}


def run_all(functions):
    return [function for function in functions]


class Worker:
    def __init__(self, n):
        self.n, self.result = n, None

    def start(self):
        self.result = self.n + self.n

    def join(self):
        pass

    def is_alive(self):
        return False
