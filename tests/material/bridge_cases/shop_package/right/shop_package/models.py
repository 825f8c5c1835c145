from dataclasses import dataclass


@dataclass(frozen=True)
class Product:
    name: str
    price: float


class OutOfStock(Exception):
    def __init__(self, product):
        super().__init__(f"{product.name} is sold out")
        self.product = product
