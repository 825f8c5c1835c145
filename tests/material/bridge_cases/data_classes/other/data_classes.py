import dataclasses
from functools import total_ordering


class Fields:
    def _key(self):
        return tuple(getattr(self, f.name) for f in dataclasses.fields(self))


@dataclasses.dataclass(frozen=True, eq=False)
class Point(Fields):
    x: int
    y: int = 0

    def __eq__(self, other):
        return isinstance(other, Point) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())


@total_ordering
@dataclasses.dataclass
class Version(Fields):
    major: int
    minor: int

    def __lt__(self, other):
        return self._key() < other._key()


@dataclasses.dataclass(init=False)
class Item:
    name: str
    price: float
    count: int = 1

    def __init__(self, name, price, count=1):
        if price < 0:
            raise ValueError("a negative price")
        self.name, self.price, self.count = name, price, count


class Inventory:
    def __init__(self, items=None):
        self.items = items or []

    def total(self):
        total = 0
        for item in self.items:
            total += item.price * item.count
        return total
