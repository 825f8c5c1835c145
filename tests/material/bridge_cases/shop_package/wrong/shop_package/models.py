class Product:
    def __init__(self, name, price):
        self.name = name
        self.price = price


class OutOfStock(Exception):
    pass
