from collections import Counter


class InventoryError(LookupError):
    message = "{}"

    def __init__(self, *args):
        super().__init__(self.message.format(*args))
        self.name, *self.numbers = args


class UnknownItem(InventoryError, KeyError):
    message = "nobody knows {}"


class NotEnough(InventoryError):
    message = "of {0} there are {2}, not {1}"

    def __getattr__(self, name):
        if name in ("wanted", "available"):
            return self.numbers[name == "available"]
        raise AttributeError(name)


class Inventory:
    def __init__(self):
        self.counter = Counter()
        self.price = {}

    def add(self, name, count, price=None):
        self.counter[name] += count
        if price:
            self.price[name] = price

    def remove(self, name, count):
        here = self[name]
        if here < count:
            raise NotEnough(name, count, here)
        self.counter.subtract({name: count})
        self.counter = +self.counter

    def items(self):
        return list(self.counter.items())

    def __len__(self):
        return len(self.counter)

    def __iter__(self):
        yield from self.counter.keys()

    def __getitem__(self, name):
        try:
            return {**self.counter}[name]
        except KeyError:
            raise UnknownItem(name) from None
