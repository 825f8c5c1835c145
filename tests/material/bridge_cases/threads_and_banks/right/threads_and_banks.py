import threading
import time
from concurrent.futures import ThreadPoolExecutor


class Account:
    def __init__(self):
        self.is_open = False
        self.lock = threading.Lock()

    def open(self):
        if self.is_open:
            raise ValueError("account already open")
        self.is_open, self.amount = True, 0

    def close(self):
        self._check()
        self.is_open = False

    def _check(self):
        if not self.is_open:
            raise ValueError("account not open")

    def get_balance(self):
        with self.lock:
            self._check()
            return self.amount

    def deposit(self, amount):
        with self.lock:
            self._check()
            if amount <= 0:
                raise ValueError("amount must be greater than 0")
            self.amount += amount

    def withdraw(self, amount):
        with self.lock:
            self._check()
            if amount > self.amount:
                raise ValueError("amount must be less than balance")
            self.amount -= amount


def frequencies(texts, workers=3):
    def count(text):
        text = text.lower()
        return {c: text.count(c) for c in set(text) if c.isalpha()}

    total = {}
    with ThreadPoolExecutor(workers) as pool:
        for found in pool.map(count, texts):
            for c, n in found.items():
                total[c] = total.get(c, 0) + n
    return total


def run_all(functions):
    results = [None] * len(functions)

    def run(i):
        results[i] = functions[i]()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


class Worker(threading.Thread):
    def __init__(self, n):
        super().__init__()
        self.n, self.result = n, None

    def run(self):
        time.sleep(0.005)
        self.result = self.n**2
