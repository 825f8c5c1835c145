from .models import Product


class Cart:
    def __init__(self):
        self.lines = []

    def add(self, product, n=1):
        self.lines.append((product, n))

    def total(self, share=0):
        return sum(p.price for p, n in self.lines)
