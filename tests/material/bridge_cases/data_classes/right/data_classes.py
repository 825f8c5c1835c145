from dataclasses import dataclass, field


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0


@dataclass(order=True)
class Version:
    major: int
    minor: int


@dataclass
class Item:
    name: str
    price: float
    count: int = 1

    def __post_init__(self):
        if self.price < 0:
            raise ValueError("price is negative")


@dataclass
class Inventory:
    items: list = field(default_factory=list)

    def total(self):
        return sum(i.price * i.count for i in self.items)
