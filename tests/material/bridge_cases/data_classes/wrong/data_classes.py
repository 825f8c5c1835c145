from dataclasses import dataclass, field


@dataclass
class Point:
    x: int
    y: int = 0


@dataclass
class Version:
    major: int
    minor: int


@dataclass
class Item:
    name: str
    price: float
    count: int = 1


shared = []


@dataclass
class Inventory:
    items: list = field(default_factory=lambda: shared)

    def total(self):
        return sum(i.price for i in self.items)
