from . import pricing
from .models import Product


class Cart:
    def __init__(self):
        self.lines = []

    def add(self, product: Product, n=1):
        if not isinstance(product, Product):
            raise TypeError("not a product")
        self.lines.append((product, n))

    def total(self, share=0):
        return sum(pricing.discounted(p.price, share) * n for p, n in self.lines)
