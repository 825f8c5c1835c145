from dataclasses import dataclass


class InventoryError(ValueError):
    def __init__(self, **details):
        super().__init__(", ".join(f"{k} = {v}" for k, v in details.items()))
        for name, value in details.items():
            setattr(self, name, value)


class NotEnough(InventoryError): ...


class UnknownItem(InventoryError, KeyError): ...


@dataclass
class Item:
    name: str
    count: int
    price: float = 0.0

    def take(self, count):
        if self.count < count:
            raise NotEnough(item=self.name, wanted=count, available=self.count)
        self.count -= count


class Inventory:
    def __init__(self, items=()):
        self._items = list(items)

    def find(self, name):
        for item in self._items:
            if item.name == name:
                return item
        raise UnknownItem(item=name)

    def __getitem__(self, name):
        return self.find(name).count

    def __contains__(self, name):
        return any(item.name == name for item in self._items)

    def __iter__(self):
        return (item.name for item in self._items)

    def __len__(self):
        return len(self._items)

    def add(self, name, count, price=None):
        if name in self:
            self.find(name).count += count
        else:
            self._items.append(Item(name, count, price))

    def remove(self, name, count):
        item = self.find(name)
        item.take(count)
        if not item.count:
            self._items.remove(item)

    def items(self):
        for item in self._items:
            yield item.name, item.count
