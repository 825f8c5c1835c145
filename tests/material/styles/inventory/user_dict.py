from collections import UserDict


class InventoryError(Exception):
    """Whatever goes wrong."""


class UnknownItem(KeyError, InventoryError):
    pass


class NotEnough(InventoryError):
    def __init__(self, name, **numbers):
        self.__dict__.update(numbers)
        self.name = name

    def __str__(self):
        return f"not enough {self.name}s"


class Inventory(UserDict):
    def __init__(self, *args):
        super().__init__(*args)
        self.prices = {}

    def __missing__(self, name):
        raise UnknownItem(name)

    def add(self, name, count, price=0):
        self[name] = self.get(name, 0) + count
        self.prices[name] = price or self.prices[name]

    def remove(self, name, count):
        left = self[name] - count
        if left < 0:
            raise NotEnough(name, wanted=count, available=self[name])
        self[name] = left
        if not left:
            self.pop(name)
