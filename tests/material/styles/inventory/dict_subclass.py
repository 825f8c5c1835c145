class InventoryError(Exception):
    pass


class UnknownItem(InventoryError, KeyError):
    def __str__(self):
        return f"there is no {self.args[0]}"


class NotEnough(InventoryError):
    wanted = property(lambda self: self.args[1])
    available = property(lambda self: self.args[2])


class Inventory(dict):
    def __init__(self):
        self.prices = dict()

    def __missing__(self, name):
        raise UnknownItem(name)

    def add(self, name, count, price=None):
        self[name] = self.setdefault(name, 0) + count
        self.prices.setdefault(name, price)

    def remove(self, name, count):
        if self[name] < count:
            raise NotEnough(name, count, self[name])
        elif self[name] == count:
            del self[name]
        else:
            self[name] -= count
