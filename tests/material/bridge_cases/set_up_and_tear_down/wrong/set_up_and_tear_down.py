class Basket:
    opened = []
    items = []

    def __init__(self, name):
        self.name = name.title()
        Basket.opened.append(self.name)

    def add(self, item, n=1):
        self.items.append(item)

    def clear(self):
        self.items = []

    def close(self):
        Basket.opened.remove(self.name)


def connect(name="main"):
    return Basket(name)
