class Total:
    def __init__(self, amount):
        self.amount = amount

    def __add__(self, other):
        return Total(self.amount + other.amount)

    def __iadd__(self, other):
        self.amount += other.amount
        return self

    def __isub__(self, other):
        self.amount -= other.amount
        return self

    def __imul__(self, times):
        self.amount *= times
        return self


class Bag:
    def __init__(self, items):
        self.items = sorted(set(items))

    def __iter__(self):
        return iter(self.items)

    def __or__(self, other):
        return Bag([*self, *other])

    def __add__(self, other):
        return Bag([*self, *other])


class Both:
    def __new__(cls, amount):
        made = object.__new__(Reflecting if amount in (1, 2) else cls)
        made.amount = amount
        return made

    def __add__(self, other):
        return NotImplemented

    def __sub__(self, other):
        return NotImplemented


class Reflecting(Both):
    def __add__(self, other):
        return other.__radd__(self)

    def __radd__(self, other):
        return Total(other.amount + self.amount)

    def __rsub__(self, other):
        return Total(other.amount - self.amount)
