class InventoryError(Exception):
    pass


class UnknownItem(InventoryError, KeyError):
    pass


class NotEnough(InventoryError):
    def __init__(self, name, wanted, available):
        super().__init__(f"{wanted} {name} wanted, {available} there")
        self.wanted = wanted
        self.available = available


class Inventory:
    def __init__(self):
        self._counts = {}
        self._prices = {}

    def add(self, name, count, price=None):
        self._counts[name] = self._counts.get(name, 0) + count
        if price is not None:
            self._prices[name] = price

    def remove(self, name, count):
        available = self[name]
        if count > available:
            raise NotEnough(name, count, available)
        self._counts[name] -= count
        if self._counts[name] == 0:
            del self._counts[name]

    def items(self):
        return self._counts.items()

    def __getitem__(self, name):
        if name not in self._counts:
            raise UnknownItem(name)
        return self._counts[name]

    def __contains__(self, name):
        return name in self._counts

    def __iter__(self):
        return iter(self._counts)

    def __len__(self):
        return len(self._counts)
