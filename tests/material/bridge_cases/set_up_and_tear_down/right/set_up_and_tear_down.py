class Basket:
    opened = []

    def __init__(self, name):
        self.name = name
        self.items = []
        Basket.opened.append(name)

    def add(self, item, n=1):
        self.items += [item] * n
        return self

    def clear(self):
        self.items.clear()

    def close(self):
        Basket.opened.remove(self.name)


def connect(name="main"):
    return Basket(name)
