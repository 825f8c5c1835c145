class Total:
    def __init__(self, amount):
        self.amount = amount

    def __add__(self, other):
        return Total(self.amount + 2 * other.amount)

    def __sub__(self, other):
        return Total(other.amount - self.amount)

    def __mul__(self, times):
        return Total(self.amount + times)


class Bag:
    def __init__(self, items):
        self.items = list(items)

    def __iter__(self):
        return iter(self.items)

    def __ior__(self, other):
        self.items += [item for item in other ]
        return self

    def __iadd__(self, other):
        self.items += other
        return self


class Both(Total):
    def __add__(self, other):
        return Both(self.amount + 2 * other.amount)
