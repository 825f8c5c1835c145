class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def add_all(self, items):
        for item in items:
            self.add(item)
        return self.items

    @staticmethod
    def price_of(item):
        return item * 10

    def total(self, items):
        return sum(self.price_of(item) for item in items)


class BigCart(Cart):
    pass
