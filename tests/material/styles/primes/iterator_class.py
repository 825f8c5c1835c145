class primes:
    def __init__(self):
        self.found = []

    def __iter__(self):
        return self

    def __next__(self):
        n = self.found[-1] + 1 if self.found else 2
        while not all(n % prime for prime in self.found):
            n += 1
        self.found.append(n)
        return n
